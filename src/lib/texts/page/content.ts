/** Texts of pages, the blog and their lists; worded by us. */
export const contentTexts = {
  blog: 'Blog',
  contact: 'Contact',
  information: 'Information',
  privacyNote: 'What we keep and why',
  blogLead: 'Notes from the shop: how to choose, keep and cook what is on our shelves.',
  noArticles: 'There are no articles yet.',
  lastChanged: 'Last changed on',
  moreArticles: 'More from the blog',
  feedLink: 'Follow the blog with RSS',
}
