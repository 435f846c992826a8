/** Texts of pages, blog and their lists; ours. */
export const contentMessages = {
  blog: 'Blog',
  contact: 'Contact',
  information: 'Information',
  blogLead: 'Notes from the shop: how to choose, keep and cook what stands on our shelves.',
  noArticles: 'There is no article yet.',
  lastChanged: 'Last changed on',
  moreArticles: 'More from the blog',
  feedLink: 'Follow the blog by RSS',
}
