import * as z from 'zod/mini'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { findAttemptOf } from '#lib/server/orders/attempts.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { noPayments } from '#pages/api/_orders.ts'
import { answerForm, type Context } from '#pages/api/_reply.ts'
import { answerPayment } from './_answer.ts'

const id = z.string().check(z.regex(/^[\w-]{1,64}$/))
const schema = z.object({
  razorpay_payment_id: id,
  razorpay_order_id: id,
  razorpay_signature: z.string().check(z.maxLength(200)),
})

/**
 * POST /api/orders/callback: the gateway's own form in redirect mode. It comes from another site, so no
 * cookie counts: the signature finds the attempt, and the order is its owner's (F46, H8).
 */
export async function POST(context: Context): Promise<Response> {
  const { payments, body, db } = context.locals
  if (!payments) return noPayments()
  const parsed = schema.safeParse(body ?? {})
  // A failed payment is posted here too, with an error in place of the proof.
  if (!parsed.success) {
    return answerForm(context, 400, { error: true, msg: orderAnswers.notPaid }, '/checkout')
  }
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = parsed.data
  const attempt = await findAttemptOf(db, payments.provider.name, razorpay_order_id)
  if (!attempt)
    return answerForm(context, 400, { error: true, msg: orderAnswers.badProof }, '/checkout')
  const proof = { paymentId: razorpay_payment_id, signature: razorpay_signature }
  const confirmed = await confirmPayment(payments, attempt, proof)
  // What is in the order is told on /orders, to whoever is signed in there.
  return answerPayment(context, '', confirmed)
}
