import type { APIRoute } from 'astro'
import { contentPath } from '#lib/catalogue/content.ts'
import { sitemapFile, xmlResponse } from '#lib/seo/sitemap.ts'

/** GET /sitemap-content.xml: pages that are no listings and no products. */
export const GET: APIRoute = async ({ locals: { catalogue, origin } }) => {
  const pages = await catalogue.content('page')
  const articles = await catalogue.content('blog')
  const texts = [...pages, ...articles].map(({ kind, id, changedAt }) => ({
    address: origin + contentPath(kind, id),
    changedAt,
  }))
  const contact = pages.some(({ id }) => id === 'contact') ? [] : ['/contact']
  const screens = ['/', ...contact, ...(articles.length > 0 ? ['/blog'] : [])]
  return xmlResponse(
    sitemapFile([...screens.map((path) => ({ address: origin + path })), ...texts]),
  )
}
