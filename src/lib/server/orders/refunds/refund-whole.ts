import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow, RefundTable } from '#lib/server/database/schema/orders.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { moveOrder } from '../statuses.ts'
import { lostPaise } from './disputes.ts'
import { refundablePaise, requestRefund } from './refund-rows.ts'

/** Refunds all that is left of an online payment; does nothing for a cash order. */
export async function giveBackAll(
  trx: Trx,
  order: OrderRow,
  reason: RefundTable['reason'],
  now: number,
): Promise<void> {
  if (order.payment_id === null) return
  const payment = await trx
    .selectFrom('payment')
    .select(['id', 'state', 'provider', 'provider_payment_id', 'amount_paise', 'refund_paise'])
    .where('id', '=', order.payment_id)
    .executeTakeFirstOrThrow()
  // All of it was refunded in the provider's dashboard.
  if (payment.state === 'refunded')
    return void (await moveOrder(trx, order.id, 'refunded', orderEventTexts.refunded, now))
  await requestRefund(trx, payment, reason, order, now)
  // Nothing is left to go back, so no news of a refund will come (P22).
  const lost = await lostPaise(trx, payment)
  if (lost > 0 && payment.refund_paise === 0 && lost >= (await refundablePaise(trx, payment)))
    await moveOrder(trx, order.id, 'refunded', orderEventTexts.takenByBank, now)
}
