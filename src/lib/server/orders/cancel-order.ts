import type { Selectable } from 'kysely'
import { stageOf } from '#lib/counter/stages.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrdersTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { orderEvents } from '#lib/texts/page/order-events.ts'
import { mailCancelled } from './mails.ts'
import { COMMAND_LINE, noteAction } from './note-action.ts'
import { requestRefund } from './refunds/refund-rows.ts'
import { canCancel, moveOrder } from './statuses.ts'
import { returnUnits } from './return-units.ts'
import { announceStock } from './stock.ts'

type Order = Selectable<OrdersTable>
/**
 * Calls an order off for its owner, until it is packed: the stock comes back and the money goes back,
 * in one transaction. Again, it is the same cancellation. @returns whether money goes back
 */
export function cancelOrder(
  { db, now }: Payments,
  userId: string,
  orderId: string,
): Promise<Result<{ isRefunded: boolean }, 'unknown' | 'tooLate'>> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.user_id !== userId) return { ok: false, error: 'unknown' }
    const isRefunded = order.payment_id !== null
    if (order.status === 'cancelled') return { ok: true, value: { isRefunded } }
    if (!canCancel(order.status)) return { ok: false, error: 'tooLate' }
    await callOff(trx, order, 'cancelled', orderEvents.cancelledByCustomer, now())
    const action = { kind: 'end' as const, before: stageOf(order), after: 'cancelled' }
    await noteAction(trx, order, { id: userId, who: 'the customer' }, action, now())
    return { ok: true, value: { isRefunded } }
  })
}

/** The owner's hand: the whole payment goes back; what was not sent yet is called off too. */
export function refundOrder(
  db: Payments['db'],
  number: string,
  now: number,
): Promise<Result<Order, 'unknown' | 'unpaid' | 'refunded'>> {
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('orders')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', number), eb('number', '=', number)]))
      .executeTakeFirst()
    const order = found && (await lockOrder(trx, found.id))
    if (!order) return { ok: false, error: 'unknown' }
    if (order.payment_id === null) return { ok: false, error: 'unpaid' }
    if (order.status === 'refunded') return { ok: false, error: 'refunded' }
    const isHere = canCancel(order.status) || order.status === 'needs_attention'
    if (isHere) await callOff(trx, order, 'owner', orderEvents.cancelledByShop, now)
    else await giveBack(trx, order, 'owner', now)
    const after = isHere ? 'cancelled' : 'all of it'
    const action = { kind: isHere ? 'end' : 'refund', before: stageOf(order), after } as const
    await noteAction(trx, order, COMMAND_LINE, action, now)
    return { ok: true, value: order }
  })
}

async function callOff(
  trx: Trx,
  order: Order,
  reason: RefundTable['reason'],
  note: string,
  now: number,
): Promise<void> {
  // Products before bills, as whoever makes a line fewer locks them: with its end comes a credit note.
  const changes = await returnUnits(trx, order.attempt_id, now)
  await moveOrder(trx, order.id, 'cancelled', note, now)
  if (order.payment_id === null) await mailCancelled(trx, order)
  else await giveBack(trx, order, reason, now)
  await announceStock(trx, changes)
}

async function giveBack(trx: Trx, order: Order, reason: RefundTable['reason'], now: number) {
  const payment = await trx
    .selectFrom('payment')
    .select(['id', 'provider', 'provider_payment_id', 'amount_paise', 'state'])
    .where('id', '=', order.payment_id)
    .executeTakeFirstOrThrow()
  if (payment.state === 'refunded') {
    // At the provider's own desk, all of it.
    await moveOrder(trx, order.id, 'refunded', orderEvents.refunded, now)
    return
  }
  await requestRefund(trx, payment, reason, order, now)
}

function lockOrder(trx: Trx, id: string): Promise<Order | undefined> {
  return trx
    .updateTable('orders')
    .set((eb) => ({ number: eb.ref('number') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
