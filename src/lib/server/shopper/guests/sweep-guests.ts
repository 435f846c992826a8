import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS } from './guest-cookie.ts'

/** Removes some of those who have not come back for 90 days and have bought nothing, with their carts. */
export function sweepGuests(db: Kysely<Database>, now: number, atMost: number) {
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
      .limit(atMost),
  )
}
