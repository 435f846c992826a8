import { cartAnswers } from '#lib/texts/page/cart.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { type Reordered, reorder } from '#lib/server/orders/reorder.ts'
import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { personalWrite } from '#pages/api/_shopper.ts'
import { answerForm, type Context } from '#pages/api/_reply.ts'

/**
 * POST /api/orders/{id}/reorder: adds what can still be bought of an order to the cart, once per
 * key.
 */
export async function POST(context: Context): Promise<Response> {
  const orderId = context.params['id'] ?? ''
  const page = `/orders/${orderId}`
  const refuse = (status: number, msg: string, next = page) =>
    answerForm(context, status, { error: true, msg }, next)
  return personalWrite(context, { done: '/cart', refused: page }, async (shopper, key) => {
    const done = await reorder(context.locals.db, { userId: shopper.id, orderId, key })
    if (!done.ok && done.error === 'unknown') return refuse(404, orderAnswers.noOrder, '/orders')
    if (!done.ok) return refuse(409, cartAnswers.keyTaken)
    const { added, fewer, missing } = done.value
    const msg = orderAnswers[answerTo(done.value)]
    if (added + fewer === 0) return refuse(409, msg)
    const cart = await cartNow(context.locals.db, shopper)
    return answerForm(context, 200, { error: false, msg, added, fewer, missing, ...cart }, '/cart')
  })
}

function answerTo({ added, fewer, full, missing }: Reordered) {
  if (added + fewer === 0) return full > 0 ? 'reorderedFull' : 'reorderedNone'
  if (missing > 0) return 'reorderedPart'
  return fewer > 0 ? 'reorderedFewer' : 'reordered'
}
