import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import type { Confirmed } from '#lib/server/orders/payment/confirm-payment.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { answerPlaced, ORDERS_PAGE } from '#pages/api/_orders.ts'
import { answerForm, type Context } from '#pages/api/_reply.ts'

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
  const { status, error, msg, next } = ANSWERS[confirmed.kind]
  const code = CODES[confirmed.kind]
  return answerForm(context, status, { error, msg, code }, next)
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
  checking: { status: 202, error: false, msg: payingMessages.beingChecked, next: ORDERS_PAGE },
  pending: { status: 202, error: false, msg: payingMessages.beingMade, next: ORDERS_PAGE },
  refunded: { status: 409, error: true, msg: orderAnswers.refunded, next: ORDERS_PAGE },
  attention: { status: 409, error: true, msg: orderAnswers.attention, next: ORDERS_PAGE },
  failed: { status: 409, error: true, msg: orderAnswers.notPaid, next: '/checkout' },
  forged: { status: 400, error: true, msg: orderAnswers.badProof, next: '/checkout' },
}
