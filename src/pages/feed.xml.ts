import type { APIRoute } from 'astro'
import type { FeedParts } from '#lib/server/catalogue/feed-parts.ts'
import { FEED_END, feedHead } from '#lib/seo/merchant-feed.ts'
import { streamOf } from '#pages/api/_stream.ts'

/** GET /feed.xml: the merchant feed; empty with PRODUCT_GATE=redirect. */
export const GET: APIRoute = async ({ locals: { catalogue, origin, productGate } }) => {
  const shop = await catalogue.shop()
  const parts = productGate === 'open' ? await catalogue.feeds.feedParts(origin) : undefined
  return new Response(streamOf(inPieces(feedHead(origin, shop), parts, FEED_END)), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

async function* inPieces(head: string, parts: FeedParts | undefined, end: string) {
  yield Buffer.from(head)
  if (parts) yield* parts
  yield Buffer.from(end)
}
