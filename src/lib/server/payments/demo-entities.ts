import type { Selectable } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { paymentTexts } from '#lib/texts/page/payments.ts'

type DemoRefund = { id: string; paymentId: string; key: string; amount: number }
/** A refund of the demo gateway. */
export const refundOf = ({ id, paymentId, key, amount }: DemoRefund) => ({
  ...{ id, paymentId, amountPaise: amount, receipt: key, state: 'processed' as const },
})

/** Payments, each with how much of it went back. */
export const withRefunded = (db: Db) =>
  db
    .selectFrom('demo_payment')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('demo_refund')
        .select((of) => of.fn.sum('demo_refund.amount').as('paise'))
        .whereRef('payment_id', '=', 'demo_payment.id')
        .as('refunded'),
    )

type DemoPayment = Selectable<Database['demo_payment']> & {
  refunded: string | number | bigint | null
}

/** A payment in Razorpay's format; a slow one becomes captured once its time has come. */
export function entityOf(row: DemoPayment, now: number) {
  const isDue = row.status === 'authorized' && row.capture_at <= now
  return {
    id: row.id,
    order_id: row.order_id,
    amount: row.amount,
    amount_refunded: Number(row.refunded ?? 0),
    currency: 'INR',
    status: isDue ? ('captured' as const) : row.status,
    method: 'demo',
    error_description: row.status === 'failed' ? paymentTexts.refusedInDemo : null,
    created_at: Math.floor(row.created_at / 1000),
  }
}
