import type { ExpressionBuilder } from 'kysely'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS } from '#lib/server/shopper/guests/guest-cookie.ts'
import { ANONYMISED, isLeftOver } from './forget-buyer.ts'

/** A cart of up to 50 lines and all its dependents goes with each guest; more at a time would hold others up. */
export const GUESTS_AT_ONCE = 25

/**
 * Deletes some of the guests who have not returned for 90 days and have bought nothing, with their carts, and
 * removes name and address from their attempts. @returns how many were deleted
 */
export async function sweepGuests(db: Db, now: number): Promise<number> {
  const swept = await inTransaction(db, async (trx) => {
    const gone = await trx
      .selectFrom('guest')
      .select('user_id')
      .where('seen_at', '<', now - GUEST_KEPT_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attempt')
              .select('id')
              .whereRef('attempt.user_id', '=', 'guest.user_id')
              .where(isNeeded),
          ),
        ),
      )
      .orderBy('seen_at')
      .limit(GUESTS_AT_ONCE)
      .execute()
    const ids = gone.map(({ user_id }) => user_id)
    if (ids.length === 0) return { ok: true, value: 0 }
    await trx
      .updateTable('attempt')
      .set({ ...ANONYMISED, address_block: null })
      .where('user_id', 'in', ids)
      .execute()
    await trx.deleteFrom('user').where('id', 'in', ids).execute()
    return { ok: true, value: ids.length }
  })
  return swept.ok ? swept.value : 0
}

/** Whether an attempt became an order or still may, or a refund of it is outstanding. */
const isNeeded = (eb: ExpressionBuilder<Database, 'attempt'>) =>
  eb.or([eb('state', '<>', 'closed'), eb('outcome', 'is', null), eb.not(isLeftOver(eb))])
