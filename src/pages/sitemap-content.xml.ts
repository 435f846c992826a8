import type { APIRoute } from 'astro'
import { contentPath } from '#lib/catalogue/content.ts'
import { sitemapFile, xmlResponse } from '#lib/seo/sitemap.ts'

/** GET /sitemap-content.xml: pages that are neither listings nor products. */
export const GET: APIRoute = async ({ locals: { catalogue, origin } }) => {
  const pages = await catalogue.content('page')
  const articles = await catalogue.content('blog')
  const texts = [...pages, ...articles].map(({ kind, id, changedAt }) => ({
    address: origin + contentPath(kind, id),
    changedAt,
  }))
  const contact = pages.some(({ id }) => id === 'contact') ? [] : ['/contact']
  const screens = ['/', ...contact].map((path) => ({ address: origin + path }))
  const changedAt = Math.max(...articles.map((article) => article.changedAt))
  const blog = articles.length > 0 ? [{ address: `${origin}/blog`, changedAt }] : []
  return xmlResponse(sitemapFile([...screens, ...blog, ...texts]))
}
