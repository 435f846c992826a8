import { chosenOrders, pickList, readNumbers } from '#lib/server/counter/pick-list.ts'
import { reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/pick?orders=K7M.K8N: the pick list of these orders, by aisle. */
export const GET = forStaff(async ({ counter, url }) => {
  const chosen = await chosenOrders(counter.db, readNumbers(url.searchParams.get('orders')))
  const orders = chosen.map(({ order }) => order.number)
  return reply({ orders, aisles: await pickList(counter.db, chosen) })
})
