import { HOUR_MS } from '#lib/server/durations.ts'
import type { Db } from '#lib/server/database/schema.ts'

/**
 * After a restore: no refund is asked for within the next hour, as the owner may have given it back by hand since
 * the backup was made, and can record it again first (P15). What the provider was asked since is not known: each is
 * marked, so that no refusal from before is taken to mean that nothing went back.
 * @returns the numbers of the orders with a refund that the provider had refused, oldest first
 */
export async function putOffRefunds(db: Db, now: number): Promise<string[]> {
  await db
    .updateTable('refund')
    .set({ next_try_at: now + HOUR_MS, restored_at: now })
    .where('state', '<>', 'processed')
    .execute()
  const refused = await db
    .selectFrom('refund')
    .innerJoin('orders', 'orders.payment_id', 'refund.payment_id')
    .select(['orders.number', 'orders.created_at'])
    .distinct()
    .where(({ eb, or, and }) =>
      or([
        eb('refund.state', '=', 'failed'),
        and([eb('refund.state', '=', 'pending'), eb('refused_at', 'is not', null)]),
      ]),
    )
    .orderBy('orders.created_at')
    .orderBy('orders.number')
    .execute()
  return refused.map(({ number }) => number)
}
