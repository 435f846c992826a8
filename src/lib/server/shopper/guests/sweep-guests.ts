import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS } from './guest-cookie.ts'

/** With each go a cart of up to 50 lines and all that hangs on it: more at once would hold others up. */
export const GUESTS_AT_ONCE = 25

/** Removes some of those who have not come back for 90 days and have bought nothing, with their carts. */
export function sweepGuests(db: Kysely<Database>, now: number) {
  return db.deleteFrom('user').where('id', 'in', (from) =>
    from
      .selectFrom('guest')
      .select('user_id')
      .where('seen_at', '<', now - GUEST_KEPT_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attempt').select('id').whereRef('attempt.user_id', '=', 'guest.user_id'),
          ),
        ),
      )
      .orderBy('seen_at')
      .limit(GUESTS_AT_ONCE),
  )
}
