import { DAY_MS } from '#lib/server/durations.ts'
import { formatPaise } from '#lib/money.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** How long a payment without an order is mentioned, in milliseconds. */
const TOLD_MS = 7 * DAY_MS

/** What became of payments without an order, so that the buyer learns of it (I2, F18, F22). */
export async function loadNotices(db: Db, userId: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('attempt', 'attempt.id', 'payment.attempt_id')
    .leftJoin('orders', 'orders.payment_id', 'payment.id')
    .select(['payment.state', 'payment.outcome', 'payment.amount_paise as paise'])
    .where('attempt.user_id', '=', userId)
    .where('payment.changed_at', '>', now - TOLD_MS)
    .where('orders.id', 'is', null)
    .orderBy('payment.changed_at', 'desc')
    .limit(5)
    .execute()
  return rows.flatMap(({ state, outcome, paise }) => {
    const amount = formatPaise(paise)
    if (outcome === 'refund') return [orderTexts.refunded(amount)]
    if (outcome === 'attention') return [orderTexts.attention(amount)]
    return state === 'authorized' ? [orderTexts.beingMade(amount)] : []
  })
}
