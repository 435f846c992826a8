import { orderMessages as messages } from '#lib/texts/browser/order.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { answerForm } from '#pages/api/_form.ts'
import { buyer, noPayments } from '#pages/api/_orders.ts'
import { type Asked, onlyMethods } from '#pages/api/_reply.ts'

/** POST /api/orders/{id}/cancel: until it is packed; the money goes back. */
export async function POST(asked: Asked): Promise<Response> {
  const user = buyer(asked)
  if (user instanceof Response) return user
  const { payments, db } = asked.locals
  if (!payments) return noPayments()
  const id = asked.params['id'] ?? ''
  const done = await cancelOrder(payments, user.id, id)
  if (!done.ok && done.error === 'unknown') {
    return answerForm(asked, 404, { error: true, msg: messages.noOrder }, '/orders')
  }
  const next = `/orders/${id}`
  if (!done.ok) return answerForm(asked, 409, { error: true, msg: messages.tooLate }, next)
  const msg = done.value.isRefunded ? messages.cancelledRefund : messages.cancelled
  const order = await findOrder(db, user.id, id)
  return answerForm(asked, 200, { error: false, msg, order }, next)
}

export const ALL = onlyMethods('POST')
