import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { personal } from '#pages/api/_write.ts'
import { type Context, refuse, reply } from '#pages/api/_reply.ts'

/** GET /api/orders/{id}: one of the user's own orders with its products and timeline (S-185). */
export async function GET(context: Context): Promise<Response> {
  return personal(context, async (user) => {
    const order = await findOrder(context.locals.db, user.id, context.params['id'] ?? '')
    return order ? reply(order) : refuse(404, orderAnswers.noOrder)
  })
}
