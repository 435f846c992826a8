import { stageOf } from '#lib/counter/stages.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { RefundTable } from '#lib/server/database/schema/orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { lockOrder } from './lock-order.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { tellCancelled } from './mails.ts'
import { CUSTOMER, recordOrderAction } from './record-order-action.ts'
import { isDisputed } from './refunds/disputes.ts'
import { leftToRefund } from './refunds/refund-rows.ts'
import { giveBackAll } from './refunds/refund-whole.ts'
import { canCancel, moveOrder } from './statuses.ts'
import { returnUnits } from './return-units.ts'
import { announceStock } from './stock.ts'

/**
 * Cancels a shopper's own order before it is packed: units and money go back in one transaction. Repeating it
 * changes nothing. @returns whether money goes back
 */
export function cancelOrder(
  { db, now }: Payments,
  userId: string,
  orderId: string,
): Promise<Result<{ isRefunded: boolean }, 'unknown' | 'tooLate'>> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.user_id !== userId) return { ok: false, error: 'unknown' }
    const { payment_id: paymentId } = order
    const isRefunded = paymentId !== null && !(await isDisputed(trx, paymentId))
    if (order.status === 'cancelled') return { ok: true, value: { isRefunded } }
    if (!canCancel(order.status)) return { ok: false, error: 'tooLate' }
    await cancelAndRefund(trx, order, 'cancelled', orderEventTexts.cancelledByCustomer, now())
    const action = { kind: 'end' as const, before: stageOf(order), after: 'cancelled' }
    await recordOrderAction(trx, order, { id: userId, who: CUSTOMER }, action, now())
    return { ok: true, value: { isRefunded } }
  })
}

/** Ends an order that has not left the shop: returns its units, refunds its payment, and tells the buyer. */
export async function cancelAndRefund(
  trx: Trx,
  order: OrderRow,
  reason: RefundTable['reason'],
  note: string,
  now: number,
): Promise<void> {
  // Locks products before bills, as changes to lines do: ending the order writes a credit note.
  const changes = await returnUnits(trx, order.attempt_id, now)
  await moveOrder(trx, order.id, 'cancelled', note, now)
  const { payment_id: paymentId } = order
  const backPaise = paymentId === null ? 0 : await leftToRefund(trx, paymentId)
  await giveBackAll(trx, order, reason, now)
  if (backPaise === 0) await tellCancelled(trx, order, { isAsked: reason === 'cancelled' })
  await announceStock(trx, changes)
}
