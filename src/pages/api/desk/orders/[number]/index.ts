import { showOrder } from '#lib/server/counter/show-order.ts'
import { notFound, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/orders/{number}: one order with its lines, money and history. */
export const GET = forStaff(async ({ counter, params }) => {
  const shown = await showOrder(counter.db, params['number'] ?? '', counter.now())
  return shown ? reply(shown) : notFound()
})
