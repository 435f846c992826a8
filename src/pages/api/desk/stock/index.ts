import { readStockSearch } from '#lib/counter/stock-search.ts'
import { findStock } from '#lib/server/counter/find-stock.ts'
import { reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/stock?q=&show=&page=: products by name, SKU or barcode; without `q`, those running low or sold out. */
export const GET = forStaff(async ({ counter, url }) => {
  const search = readStockSearch(Object.fromEntries(url.searchParams))
  return reply(await findStock(counter.db, search, counter.now()))
})
