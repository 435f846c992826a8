import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import type { Confirmed } from '#lib/server/orders/payment/confirm-payment.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { answerPlaced, ORDERS_PAGE } from '#pages/api/_orders.ts'
import { answer, type Context } from '#pages/api/_reply.ts'

/** Answers with what became of a payment; one not settled yet is never called failed (T10). */
export async function answerPayment(
  context: Context,
  userId: string,
  confirmed: Confirmed,
): Promise<Response> {
  if (confirmed.kind === 'order') {
    const order = await findOrder(context.locals.db, userId, confirmed.orderId)
    return answerPlaced(context, order)
  }
  const { next, ...told } = ANSWERS[confirmed.kind]
  return answer(context, { ...told, more: { code: CODES[confirmed.kind] } }, next)
}

const CODES = {
  checking: 'checking',
  pending: 'pending',
  refunded: 'refunded',
  attention: 'attention',
  failed: 'unpaid',
  forged: 'unproven',
}

const ANSWERS = {
  checking: { code: 202, msg: payingMessages.beingChecked, next: ORDERS_PAGE },
  pending: { code: 202, msg: payingMessages.beingMade, next: ORDERS_PAGE },
  refunded: { code: 409, msg: orderAnswers.refunded, next: ORDERS_PAGE },
  attention: { code: 409, msg: orderAnswers.attention, next: ORDERS_PAGE },
  failed: { code: 409, msg: orderAnswers.notPaid, next: '/checkout' },
  forged: { code: 400, msg: orderAnswers.badProof, next: '/checkout' },
}
