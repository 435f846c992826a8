import type { APIRoute } from 'astro'
import { largestFile } from '#lib/catalogue/picture.ts'
import { sitemapFile, xmlResponse } from '#lib/seo/sitemap.ts'
import { productPath } from '#lib/catalogue/variant.ts'

/**
 * GET /sitemap-products-{n}.xml: product pages. 404 for a number that the index does not name, as all
 * with PRODUCT_GATE=redirect, where product pages are private.
 */
export const GET: APIRoute = async ({ locals, params: { chunk = '' } }) => {
  const { catalogue, origin, productGate } = locals
  if (!/^(0|[1-9]\d{0,5})$/.test(chunk)) return new Response(null, { status: 404 })
  const products = productGate === 'open' ? await catalogue.feeds.sitemapChunk(Number(chunk)) : []
  if (products.length === 0) return new Response(null, { status: 404 })
  const entries = products.map(({ id, changedAt, pictures }) => ({
    address: origin + productPath(id),
    changedAt,
    images: pictures.map((picture) => `${origin}/uploads/${largestFile(picture)}`),
  }))
  return xmlResponse(sitemapFile(entries))
}
