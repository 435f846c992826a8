import type { ExpressionBuilder } from 'kysely'
import type { Database, Trx } from '#lib/server/database/schema.ts'
import type { AttemptTable, OrderRow } from '#lib/server/database/schema/orders.ts'

/** Finds an order by number or id and locks its row. */
export function lockOrder(trx: Trx, which: string): Promise<OrderRow | undefined> {
  return trx
    .updateTable('orders')
    .set((eb) => ({ number: eb.ref('number') }))
    .where((eb) => eb.or([eb('id', '=', which), eb('number', '=', which.toUpperCase())]))
    .returningAll()
    .executeTakeFirst()
}

/** An attempt or a payment by the provider's id for it, or a payment by ours. */
type Of =
  | { provider: AttemptTable['provider']; provider_order_id: string }
  | { provider: string; provider_payment_id: string }
  | { id: string }

/**
 * Locks the order of a payment, if there is one, then its attempt. By `provider_order_id` it locks only the
 * order: the caller then locks the attempt itself. Everybody locks in this sequence, the payment last, so
 * that the desk and the provider's webhooks cannot deadlock.
 */
export async function lockOrderOf(trx: Trx, of: Of): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ number: eb.ref('number') }))
    .where((eb) => isOf(eb, of))
    .execute()
  if ('provider_order_id' in of) return
  await trx
    .updateTable('attempt')
    .set((eb) => ({ asked: eb.ref('asked') }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment')
        .select('payment.attempt_id')
        .where((on) => on.and(of)),
    )
    .execute()
}

function isOf(eb: ExpressionBuilder<Database, 'orders'>, of: Of) {
  if ('provider_order_id' in of) {
    const attempts = eb.selectFrom('attempt').select('attempt.id')
    const found = attempts.where((on) => on.and(of))
    return eb('attempt_id', 'in', found)
  }
  const payments = eb.selectFrom('payment').select('payment.id')
  const found = payments.where((on) => on.and(of))
  return eb('payment_id', 'in', found)
}
