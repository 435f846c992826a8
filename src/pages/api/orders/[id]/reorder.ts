import { orderMessages as messages } from '../../../../lib/order-messages.ts'
import { reorder } from '../../../../lib/server/orders/reorder.ts'
import { cartNow } from '../../_personal.ts'
import { answerForm } from '../../_form.ts'
import { buyer } from '../../_orders.ts'
import { type Asked, onlyMethods } from '../../_reply.ts'

/** POST /api/orders/{id}/reorder: what can be bought of it now goes into the cart. */
export async function POST(asked: Asked): Promise<Response> {
  const user = buyer(asked)
  if (user instanceof Response) return user
  const id = asked.params['id'] ?? ''
  const done = await reorder(asked.locals.db, user.id, id)
  if (!done) return answerForm(asked, 404, { error: true, msg: messages.noOrder }, '/orders')
  const { added, missing } = done
  if (added === 0) {
    return answerForm(asked, 409, { error: true, msg: messages.reorderedNone }, `/orders/${id}`)
  }
  const msg = missing === 0 ? messages.reordered : messages.reorderedPart
  const cart = await cartNow(asked, user.id)
  return answerForm(asked, 200, { error: false, msg, added, missing, ...cart }, '/cart')
}

export const ALL = onlyMethods('POST')
