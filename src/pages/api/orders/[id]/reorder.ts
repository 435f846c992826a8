import { answerMessages } from '#lib/texts/page/cart.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { reorder } from '#lib/server/orders/reorder.ts'
import { answerForm } from '#pages/api/_form.ts'
import { personalWrite } from '#pages/api/_personal.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { cartNow } from '#pages/api/_shopping.ts'

/** POST /api/orders/{id}/reorder: what can be bought of it now goes into the cart, once per key. */
export async function POST(asked: Asked): Promise<Response> {
  const orderId = asked.params['id'] ?? ''
  const page = `/orders/${orderId}`
  const refuse = (status: number, msg: string, next = page) =>
    answerForm(asked, status, { error: true, msg }, next)
  return personalWrite(asked, { done: '/cart', refused: page }, async (shopper, key) => {
    const done = await reorder(asked.locals.db, { userId: shopper.id, orderId, key })
    if (!done.ok && done.error === 'unknown') return refuse(404, orderMessages.noOrder, '/orders')
    if (!done.ok) return refuse(409, answerMessages.keyTaken)
    const { added, missing } = done.value
    if (added === 0) return refuse(409, orderMessages.reorderedNone)
    const msg = missing === 0 ? orderMessages.reordered : orderMessages.reorderedPart
    const cart = await cartNow(asked, shopper)
    return answerForm(asked, 200, { error: false, msg, added, missing, ...cart }, '/cart')
  })
}
