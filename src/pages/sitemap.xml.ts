import type { APIRoute } from 'astro'
import { sitemapIndex, xmlResponse } from '#lib/seo/sitemap.ts'

/** GET /sitemap.xml: the index of all sitemap files. */
export const GET: APIRoute = async ({ locals: { catalogue, origin, productGate } }) => {
  const chunks = productGate === 'open' ? await catalogue.feeds.sitemapChunks() : []
  return xmlResponse(
    sitemapIndex([
      `${origin}/sitemap-content.xml`,
      `${origin}/sitemap-categories.xml`,
      ...chunks.map((chunk) => `${origin}/sitemap-products-${chunk}.xml`),
    ]),
  )
}
