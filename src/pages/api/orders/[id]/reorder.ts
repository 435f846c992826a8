import { cartAnswers } from '#lib/texts/page/cart.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { type Reordered, reorder } from '#lib/server/orders/reorder.ts'
import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { asShopper } from '#lib/server/shopper/guests/shopper.ts'
import { answer, type Context } from '#pages/api/_reply.ts'
import { personalWrite } from '#pages/api/_write.ts'

/**
 * POST /api/orders/{id}/reorder: adds what can still be bought of an order to the cart, once per
 * key.
 */
export async function POST(context: Context): Promise<Response> {
  const orderId = context.params['id'] ?? ''
  const { db } = context.locals
  const next = { done: '/cart', refused: `/orders/${orderId}` }
  return personalWrite(context, next, async (user, key) => {
    const done = await reorder(db, { userId: user.id, orderId, key })
    if (!done.ok && done.error === 'unknown') {
      return answer(context, { code: 404, msg: orderAnswers.noOrder }, '/orders')
    }
    if (!done.ok) return answer(context, { code: 409, msg: cartAnswers.keyTaken }, next)
    const { added, fewer, missing } = done.value
    const msg = orderAnswers[answerTo(done.value)]
    if (added + fewer === 0) return answer(context, { code: 409, msg }, next)
    const cart = await cartNow(db, asShopper(user))
    return answer(context, { code: 200, msg, more: { added, fewer, missing, ...cart } }, next)
  })
}

function answerTo({ added, fewer, full, missing }: Reordered) {
  if (added + fewer === 0) return full > 0 ? 'reorderedFull' : 'reorderedNone'
  if (missing > 0) return 'reorderedPart'
  return fewer > 0 ? 'reorderedFewer' : 'reordered'
}
