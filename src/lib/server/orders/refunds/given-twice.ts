import type { Selectable } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import { needAttention } from '../attention.ts'
import { orderOfPayment } from '../read-orders.ts'
import { refundsOf } from './refund-rows.ts'

type Payment = Pick<
  Selectable<PaymentTable>,
  'id' | 'provider' | 'provider_payment_id' | 'attempt_id'
>

/**
 * The provider has taken a refund that the owner had given back without it: the owner is told, once, that the
 * buyer has the money twice (P15).
 */
export async function noteTwice(
  trx: Trx,
  payment: Payment,
  { id, amount_paise: paise, given_how: how }: Selectable<RefundTable>,
  now: number,
): Promise<void> {
  if (how === null) return
  const noted = await trx
    .updateTable('refund')
    .set({ twice_at: now })
    .where('id', '=', id)
    .where('twice_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!noted) return
  const { provider, provider_payment_id: paymentRef, attempt_id: attemptId } = payment
  const order = await orderOfPayment(trx, payment.id)
  const news = { code: 'twice' as const, refund: id, paise, how }
  const about = { provider, paymentRef, attemptId, orderId: order?.id, news }
  await needAttention(trx, 'refunded twice', about, now)
}

/** The same for all of a payment, which the provider says to have refunded whole. */
export async function noteAllTwice(trx: Trx, payment: Payment, now: number): Promise<void> {
  for (const refund of await refundsOf(trx, payment.id)) await noteTwice(trx, payment, refund, now)
}
