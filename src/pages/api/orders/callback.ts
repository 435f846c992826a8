import * as z from 'zod/mini'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { findAttemptOf } from '#lib/server/orders/attempts.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { noPayments } from '#pages/api/_orders.ts'
import { answer, type Context } from '#pages/api/_reply.ts'
import { answerPayment } from './_answer.ts'

const id = z.string().check(z.regex(/^[\w-]{1,64}$/))
const schema = z.object({
  razorpay_payment_id: id,
  razorpay_order_id: id,
  razorpay_signature: z.string().check(z.maxLength(200)),
})

/**
 * POST /api/orders/callback: the form that the gateway posts in redirect mode. It comes from
 * another site, so cookies do not count: the signature identifies the attempt, and the order
 * belongs to its owner (F46, H8).
 */
export async function POST(context: Context): Promise<Response> {
  const { payments, body, db } = context.locals
  if (!payments) return noPayments()
  const parsed = schema.safeParse(body ?? {})
  // A failed payment is posted here too, with an error instead of a proof.
  if (!parsed.success) {
    return answer(context, { code: 400, msg: orderAnswers.notPaid }, '/checkout')
  }
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = parsed.data
  const attempt = await findAttemptOf(db, payments.provider.name, razorpay_order_id)
  if (!attempt) return answer(context, { code: 400, msg: orderAnswers.badProof }, '/checkout')
  const proof = { paymentId: razorpay_payment_id, signature: razorpay_signature }
  const confirmed = await confirmPayment(payments, attempt, proof)
  // The answer holds no order; /orders shows it to whoever is signed in.
  return answerPayment(context, '', confirmed)
}
