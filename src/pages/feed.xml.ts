import type { APIRoute } from 'astro'
import { FEED_END, feedHead } from '#lib/seo/merchant-feed.ts'

/** GET /feed.xml: the merchant feed, empty behind PRODUCT_GATE=redirect. */
export const GET: APIRoute = async ({ locals: { catalogue, origin, productGate } }) => {
  const shop = await catalogue.shop()
  const parts = productGate === 'open' ? await catalogue.feedParts(origin) : []
  const feed = new Blob([feedHead(origin, shop), ...parts, FEED_END])
  return new Response(feed, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
