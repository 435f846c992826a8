import * as z from 'zod/mini'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { loginFirst } from '#lib/server/accounts/session.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { buyer, noPayments } from '#pages/api/_orders.ts'
import { answer, type Context } from '#pages/api/_reply.ts'
import { answerPayment } from './_answer.ts'

const id = z.string().check(z.regex(/^[\w-]{1,64}$/))
const known = z.optional(z.unknown())

/**
 * The specification's other fields are accepted and ignored, as the attempt has that data (S-109,
 * T06).
 */
const schema = z.strictObject({
  attempt: id,
  paymentid: id,
  signature: z.string().check(z.maxLength(200)),
  ...{ name: known, phonenumber: known, address: known, zipcode: known, amount: known },
  ...{ email: known, userid: known, products: known, date: known, status: known, orderid: known },
  ...{
    idempotencykey: known,
    currency: known,
    price: known,
    paid: known,
    total: known,
    error: known,
  },
})

const UNPROVEN = { msg: orderAnswers.badProof, more: { code: 'unproven' } }

/**
 * POST /api/orders/create {attempt, paymentid, signature}: places the order; repeating it returns
 * the same one (S-183).
 */
export async function POST(context: Context): Promise<Response> {
  const user = await buyer(context)
  if (user instanceof Response) return user
  const { payments, body, db } = context.locals
  if (!payments) return noPayments()
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]?.toString()
    return answer(context, { ...UNPROVEN, code: 400, field }, '/checkout')
  }
  const { attempt: attemptId, paymentid: paymentId, signature } = parsed.data
  const attempt = await findAttempt(db, user.id, attemptId)
  // The payer's session has ended meanwhile: after signing in they find the order (F46).
  if (!attempt && user.isGuest) return loginFirst(context)
  // Or another account has signed in since.
  if (!attempt) return answer(context, { ...UNPROVEN, code: 404 }, '/checkout')
  const confirmed = await confirmPayment(payments, attempt, { paymentId, signature })
  return answerPayment(context, user.id, confirmed)
}
