import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow, RefundTable } from '#lib/server/database/schema/orders.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { moveOrder } from '../statuses.ts'
import { requestRefund } from './refund-rows.ts'

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
    .select(['id', 'state'])
    .where('id', '=', order.payment_id)
    .executeTakeFirstOrThrow()
  // All of it was refunded in the provider's dashboard.
  if (payment.state === 'refunded')
    await moveOrder(trx, order.id, 'refunded', orderEventTexts.refunded, now)
  else await requestRefund(trx, payment, reason, order, now)
}
