import * as z from 'zod/mini'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { buyer } from '#pages/api/_orders.ts'
import { answer, type Context, notFound, reply } from '#pages/api/_reply.ts'
import { answerPayment } from '#pages/api/orders/_answer.ts'

const schema = z.object({
  attempt: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  action: z.enum(['pay', 'fail', 'slow']),
})

/**
 * POST /api/demo/pay {attempt, action}: a button of the demo gateway. JSON requests get the proof
 * of payment that a gateway would give; a form's is handed to the shop at once. Does not exist with
 * another provider (T13).
 */
export async function POST(context: Context): Promise<Response> {
  const { payments, body, db } = context.locals
  if (!payments?.demo) return notFound()
  const user = await buyer(context)
  if (user instanceof Response) return user
  const parsed = schema.safeParse(body ?? {})
  const attempt = parsed.success ? await findAttempt(db, user.id, parsed.data.attempt) : undefined
  const orderId = attempt?.provider_order_id
  if (!parsed.success || !attempt || !orderId) {
    return answer(context, { code: 404, msg: orderAnswers.badProof }, '/checkout')
  }
  const paid = await payments.demo.pay(orderId, parsed.data.action)
  if (!paid) return answer(context, { code: 409, msg: payingMessages.beingMade }, '/orders')
  const { paymentId, signature, isPaid } = paid
  if (!isForm(context.request)) {
    if (!isPaid) return reply({ error: true, msg: orderAnswers.notPaid, code: 'unpaid' }, 402)
    return reply({
      error: false,
      attempt: attempt.id,
      paymentid: paymentId,
      orderid: orderId,
      signature,
    })
  }
  const confirmed = await confirmPayment(payments, attempt, { paymentId, signature })
  return answerPayment(context, user.id, confirmed)
}
