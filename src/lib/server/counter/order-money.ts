import type { Db } from '#lib/server/database/schema.ts'
import { stageOf } from '#lib/counter/stages.ts'
import { refundablePaise } from '#lib/server/orders/refunds/refund-rows.ts'

/** What has become of an order's money, in paise. */
export type OrderMoney =
  | { how: 'online'; paidPaise: number; refundedPaise: number; refundablePaise: number }
  /** `collectedPaise` is undefined until something that was taken is recorded. */
  | { how: 'cash'; collectedPaise: number | undefined; shortPaise: number; returnedPaise: number }

const UNNOTED: OrderMoney = {
  ...{ how: 'cash', collectedPaise: undefined, shortPaise: 0, returnedPaise: 0 },
}

/** Looks up the money of some orders. @returns a function from order id to its money */
export async function moneyOf(db: Db, ids: readonly string[]): Promise<(id: string) => OrderMoney> {
  const found = new Map<string, OrderMoney>()
  if (ids.length === 0) return () => UNNOTED
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payment', 'payment.id', 'orders.payment_id')
    .select([
      'orders.id',
      'provider',
      'provider_payment_id',
      'payment.amount_paise',
      'refund_paise',
      'state',
    ])
    .where('orders.id', 'in', ids)
    .execute()
  for (const { id, ...payment } of paid) {
    const paidPaise = payment.amount_paise
    // Also counts refunds made in the provider's dashboard.
    const left = await refundablePaise(db, payment)
    const sums = { paidPaise, refundedPaise: paidPaise - left, refundablePaise: left }
    found.set(id, { how: 'online', ...sums })
  }
  const entries = await db
    .selectFrom('cash_entry')
    .innerJoin('orders', 'orders.id', 'cash_entry.order_id')
    .select(['order_id', 'kind', 'cash_entry.amount_paise', 'status', 'accepted_at', 'ended'])
    .select(({ eb, ref }) =>
      eb('orders.amount_paise', '-', ref('orders.reduced_paise')).as('due_paise'),
    )
    .where('order_id', 'in', ids)
    .where('undone_at', 'is', null)
    .execute()
  for (const { order_id: id, kind, due_paise: due, amount_paise: paise, ...order } of entries) {
    const known = found.get(id) ?? UNNOTED
    if (known.how === 'online') continue
    const money = { ...known, collectedPaise: known.collectedPaise ?? 0 }
    money[kind === 'taken' ? 'collectedPaise' : 'returnedPaise'] += paise
    // On the way the rest is still to be collected, and an order that was called off owes nothing.
    const isDue = stageOf(order) === 'delivered'
    const keptPaise = money.collectedPaise - money.returnedPaise
    found.set(id, { ...money, shortPaise: isDue ? Math.max(0, Number(due) - keptPaise) : 0 })
  }
  return (id) => found.get(id) ?? UNNOTED
}
