import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { DAY_MS } from '#lib/server/durations.ts'

/** How long a cash order counts against its buyer if it could not be handed over at the door. */
export const VAIN_MS = 30 * DAY_MS

/** Whether a cash order came to the door in vain. */
export const isVain = ({ and, eb }: ExpressionBuilder<Database, 'orders'>) =>
  and([eb('orders.payment_id', 'is', null), eb('orders.ended', 'in', ['refused', 'undelivered'])])

/** Forgets whose an order was that came in vain, of buyers whose account is deleted, when it no longer counts. */
export async function forgetVain(db: Db, now: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ account_key: null })
    .where('account_key', 'is not', null)
    .where('phone', '=', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.attempt_id', '=', 'attempt.id')
          .where('orders.created_at', '<=', now - VAIN_MS),
      ),
    )
    .execute()
  await db
    .updateTable('orders')
    .set({ phone_key: null, door_key: null })
    // Written out, as the index of just these is found by it.
    .where(sql<boolean>`phone = '' and phone_key is not null`)
    .where('created_at', '<=', now - VAIN_MS)
    .execute()
}
