import type { Trx } from '#lib/server/database/schema.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { endsOf, stageOf } from '#lib/counter/stages.ts'
import { leftToRefund } from '#lib/server/orders/refunds/refund-rows.ts'
import { giveBackAll } from '#lib/server/orders/refunds/refund-whole.ts'
import { returnUnits } from '#lib/server/orders/return-units.ts'
import { moveOrder, noteEvent } from '#lib/server/orders/statuses.ts'
import { announceStock } from '#lib/server/orders/stock.ts'
import { counterTexts } from '#lib/texts/page/counter-desk.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { type Done, readOrderRow, refuseAction } from './counter.ts'
import { returnMoney } from './give-back.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { tellEnd } from './mails.ts'

/**
 * Ends an order that the buyer does not keep: cancelled, refused at the door, undelivered or returned. Its
 * units go back to the shelf or are written off, and all that was paid is refunded, in one transaction.
 */
export async function endOrder(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { as, reason, units }: ActionInput<'end'>,
  now: number,
): Promise<Done> {
  const stage = stageOf(order)
  if (!endsOf(stage).includes(as)) return refuseAction('notNow')
  await trx
    .updateTable('orders')
    .set({ ended: as, end_reason: reason })
    .where('id', '=', order.id)
    .execute()
  // Locks products before bills, as changes to lines do: ending the order writes a credit note.
  const changes = await returnUnits(trx, order.attempt_id, now, units)
  if (as === 'returned') {
    // An online payment turns the order `refunded` once the money is back; cash is returned at once.
    if (order.payment_id === null)
      await moveOrder(trx, order.id, 'refunded', orderEventTexts.ends[as], now)
    else await noteEvent(trx, order.id, order.status, orderEventTexts.ends[as], now)
  } else {
    const isMoved = await moveOrder(trx, order.id, 'cancelled', orderEventTexts.ends[as], now)
    if (!isMoved) return refuseAction('notNow')
  }
  const note = counterTexts.endNote(reason, units)
  await recordOrderAction(trx, order, actor, { kind: 'end', before: stage, after: as, note }, now)
  const { payment_id: paymentId } = order
  const backPaise = paymentId === null ? 0 : await leftToRefund(trx, paymentId)
  const returned = paymentId === null ? await returnMoney(trx, order, actor, now) : []
  await giveBackAll(trx, order, as === 'returned' ? 'returned' : 'owner', now)
  await tellEnd(trx, order, { as, reason, backPaise, returned }, now)
  await announceStock(trx, changes)
  return { ok: true, value: { ...(await readOrderRow(trx, order.id)), backPaise } }
}
