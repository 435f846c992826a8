import { findStock } from '#lib/server/counter/find-stock.ts'
import { reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/stock?q=: products by name, SKU or barcode; without `q`, those running low. */
export const GET = forStaff(async ({ counter, url }) => {
  const q = (url.searchParams.get('q') ?? '').slice(0, 100)
  return reply(await findStock(counter.db, q, counter.now()))
})
