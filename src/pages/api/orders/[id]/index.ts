import { orderMessages } from '#lib/texts/browser/order.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { personal } from '#pages/api/_personal.ts'
import { type Asked, refuse, reply } from '#pages/api/_reply.ts'

/** GET /api/orders/{id}: one's own order with its products and timeline (S-185). */
export async function GET(asked: Asked): Promise<Response> {
  return personal(asked, async (user) => {
    const order = await findOrder(asked.locals.db, user.id, asked.params['id'] ?? '')
    return order ? reply(order) : refuse(404, orderMessages.noOrder)
  })
}
