import { sql } from 'kysely'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

const BATCH = 500

/** Each deletes a batch of sessions, nonces, codes or counters that have expired, and says how many. */
export const FORGET_EXPIRED: readonly ((db: Db, now: number) => Promise<number>)[] = [
  (db, now) => forgetDated(db, 'session', now),
  (db, now) => forgetDated(db, 'verification', now),
  (db, now) =>
    countOf(
      db
        .deleteFrom('account_code')
        .where(
          sql<boolean>`(user_id, purpose) in (${db
            .selectFrom('account_code')
            .select(['user_id', 'purpose'])
            .where('expires_at', '<', now)
            .limit(BATCH)})`,
        ),
    ),
  (db, now) =>
    countOf(
      db
        .deleteFrom('rate_limit')
        .where('key', 'in', (from) =>
          from.selectFrom('rate_limit').select('key').where('reset_at', '<', now).limit(BATCH),
        ),
    ),
]

const forgetDated = (db: Db, table: 'session' | 'verification', now: number): Promise<number> =>
  countOf(
    db
      .deleteFrom(table)
      .where('id', 'in', (from) =>
        from.selectFrom(table).select('id').where('expires_at', '<', new Date(now)).limit(BATCH),
      ),
  )

async function countOf(removal: {
  executeTakeFirst: () => Promise<{ numDeletedRows: bigint }>
}): Promise<number> {
  const { numDeletedRows } = await retryWhileLocked(() => removal.executeTakeFirst())
  return Number(numDeletedRows)
}
