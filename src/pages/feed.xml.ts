import { Readable } from 'node:stream'
import type { APIRoute } from 'astro'
import type { FeedParts } from '#lib/server/catalogue/feed-parts.ts'
import { FEED_END, feedHead } from '#lib/seo/merchant-feed.ts'

/** GET /feed.xml: the merchant feed, empty behind PRODUCT_GATE=redirect. */
export const GET: APIRoute = async ({ locals: { catalogue, origin, productGate } }) => {
  const shop = await catalogue.shop()
  const parts = productGate === 'open' ? await catalogue.feedParts(origin) : undefined
  const feed = inPieces(feedHead(origin, shop), parts, FEED_END)
  return new Response(Readable.toWeb(Readable.from(feed)) as ReadableStream, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

async function* inPieces(head: string, parts: FeedParts | undefined, end: string) {
  yield Buffer.from(head)
  if (parts) yield* parts
  yield Buffer.from(end)
}
