import * as z from 'zod/mini'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { findTracked, trackPath } from '#lib/server/orders/guest-orders.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import { buyer, noPayments } from '#pages/api/_orders.ts'
import { answer, type Context } from '#pages/api/_reply.ts'
import { maskOrder } from '#parts/orders/mask-order.ts'

const trackSchema = z.string().check(z.maxLength(64))

/** POST /api/orders/{id}/cancel {track?}: cancels an order until it is packed, and refunds it. */
export async function POST(context: Context): Promise<Response> {
  const { payments, body, db } = context.locals
  const id = context.params['id'] ?? ''
  const { success, data: track } = trackSchema.safeParse(body?.['track'])
  const tracked = success ? await findTracked(db, track, Date.now()) : undefined
  const user = tracked?.id === id ? { id: tracked.user_id ?? '' } : await buyer(context)
  if (user instanceof Response) return user
  if (!payments) return noPayments()
  const done = await cancelOrder(payments, user.id, id)
  if (!done.ok && done.error === 'unknown') {
    return answer(context, { code: 404, msg: orderAnswers.noOrder }, '/orders')
  }
  const next = `${tracked && success ? trackPath(track) : `/orders/${id}`}#order-title`
  if (!done.ok) return answer(context, { code: 409, msg: orderAnswers.tooLate }, next)
  const msg = done.value.isRefunded ? orderAnswers.cancelledRefund : orderAnswers.cancelled
  const order = await findOrder(db, user.id, id)
  const shown = order && tracked ? maskOrder(order) : order
  return answer(context, { code: 200, msg, more: { order: shown } }, next)
}
