import type { ActionInput } from '#lib/counter/order-actions.ts'
import { stageOf } from '#lib/counter/stages.ts'
import { decimalPrice } from '#lib/money.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { isDisputed } from '#lib/server/orders/refunds/disputes.ts'
import { leftToRefund, requestPart } from '#lib/server/orders/refunds/refund-rows.ts'
import { MIN_REFUND_PAISE } from '#lib/server/payments/provider.ts'
import { type Done, readOrderRow, refuseAction } from './counter.ts'
import { tellPart } from './mails.ts'
import { takeOff } from './take-off.ts'

/**
 * Refunds part of a payment, or takes a sum off a cash order, for a reason in the owner's words. If the amount left has
 * changed since the owner saw it, e.g. because the request was sent twice, it is refused (P6).
 */
export async function refundPart(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  input: ActionInput<'refund'>,
  now: number,
): Promise<Done> {
  if (order.payment_id === null) return takeOff(trx, order, actor, input, now)
  const { amountPaise, reason, reduciblePaise } = input
  if (amountPaise === 0) return refuseAction('malformed')
  if (await isDisputed(trx, order.payment_id)) return refuseAction('disputed')
  if (reduciblePaise !== (await leftToRefund(trx, order.payment_id))) return refuseAction('changed')
  // A full refund ends an order: while it is in the shop, end it instead, which also decides about its units.
  const isHere = stageOf(order) !== 'delivered'
  if (isHere && amountPaise === reduciblePaise) return refuseAction('allGone')
  const keptPaise = reduciblePaise - amountPaise
  // If the order were cancelled later, so small a rest could not be refunded.
  if (keptPaise > 0 && keptPaise < MIN_REFUND_PAISE) return refuseAction('leavesLittle')
  const why = { reason: 'part' as const, note: reason }
  const asked = await requestPart(trx, { id: order.payment_id }, amountPaise, why, now)
  if (!asked.ok) return asked
  await tellPart(trx, order, amountPaise, reason)
  const after = decimalPrice(amountPaise)
  const said = { kind: 'refund' as const, before: '', after, note: reason }
  await recordOrderAction(trx, order, actor, said, now)
  return { ok: true, value: { ...(await readOrderRow(trx, order.id)), backPaise: amountPaise } }
}
