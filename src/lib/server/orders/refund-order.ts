import { endsOf, stageOf } from '#lib/counter/stages.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { cancelAndRefund } from './cancel-order.ts'
import { lockOrder } from './lock-order.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { COMMAND_LINE, recordOrderAction } from './record-order-action.ts'
import { isDisputed } from './refunds/disputes.ts'
import { leftToRefund } from './refunds/refund-rows.ts'
import { giveBackAll } from './refunds/refund-whole.ts'

/**
 * Refunds the whole payment for the owner; an order that has not been sent is also cancelled, and its
 * units return.
 * @param reason as the owner says it, for the order's history
 */
export function refundOrder(
  db: Payments['db'],
  which: string,
  now: number,
  reason = '',
): Promise<
  Result<OrderRow, 'unknown' | 'unpaid' | 'refunded' | 'onItsWay' | 'askedFor' | 'disputed'>
> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, which)
    if (!order) return { ok: false, error: 'unknown' }
    if (order.payment_id === null) return { ok: false, error: 'unpaid' }
    if (order.status === 'refunded') return { ok: false, error: 'refunded' }
    // The whereabouts of its units would then be unknown.
    if (order.status === 'out_for_delivery') return { ok: false, error: 'onItsWay' }
    const isHere = endsOf(stageOf(order)).includes('cancelled')
    if (!isHere && (await isDisputed(trx, order.payment_id)))
      return { ok: false, error: 'disputed' }
    // A second refund would do nothing, but be recorded in the order's history.
    if (!isHere && (await isAskedFor(trx, order.payment_id)))
      return { ok: false, error: 'askedFor' }
    if (isHere) await cancelAndRefund(trx, order, 'owner', orderEventTexts.cancelledByShop, now)
    else await giveBackAll(trx, order, 'owner', now)
    const after = isHere ? 'cancelled' : 'all of it'
    const kind = isHere ? 'end' : 'refund'
    const action = { kind, before: stageOf(order), after, note: reason } as const
    await recordOrderAction(trx, order, COMMAND_LINE, action, now)
    return { ok: true, value: order }
  })
}

/** Whether refunds of the whole payment have been requested already, without news that they are done. */
async function isAskedFor(trx: Trx, paymentId: string): Promise<boolean> {
  if ((await leftToRefund(trx, paymentId)) > 0) return false
  const payment = trx.selectFrom('payment').select('state').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).state !== 'refunded'
}
