import { readOrderFilter } from '#lib/counter/order-filter.ts'
import { countStages, findOrders } from '#lib/server/counter/find-orders.ts'
import { refuse, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

/**
 * GET /api/desk/orders?state=&q=&from=&to=&pay=&rider=&cursor=: a page of orders, and the counts of
 * all stages.
 */
export const GET = forStaff(async ({ counter, url }) => {
  const filter = readOrderFilter(url.searchParams)
  if (!filter) return refuse(400, apiAnswers.orderFilter)
  const found = await findOrders(counter.db, filter)
  return reply({ ...found, cursor: found.cursor ?? null, counts: await countStages(counter.db) })
})
