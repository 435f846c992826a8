import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { whenFree } from './database/database.ts'
import type { Database } from './database/schema.ts'
import { sweepGuests } from './orders/sweep-guests.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 24 * EVERY_MS
/** Rows that one statement removes: no writer waits for all. */
const BATCH = 500

/** How long is kept what only grows. */
export const KEPT_MS = {
  /** Names of changes: a page or a search that is older than this is made anew as a whole. */
  changes: 30 * DAY_MS,
  /** What an import can be taken back by. */
  imports: 180 * DAY_MS,
  /** Folders of servers that are no more. */
  sites: 30 * DAY_MS,
  /** Lists at the desk that are published or put away. */
  uploads: 90 * DAY_MS,
  /** That somebody has a telephone. */
  phones: 90 * DAY_MS,
}

/** Removes what has had its time, some rows at a time. */
export async function sweep(db: Kysely<Database>, now: number): Promise<void> {
  await removeDeadSites(db, now)
  await untilNone(() => sweepGuests(db, now))
  await inBatches(() =>
    db.deleteFrom('phone_code').where(
      sql<boolean>`(user_id, phone_key) in (${db
        .selectFrom('phone_code')
        .select(['user_id', 'phone_key'])
        .where('sent_at', '<', now - KEPT_MS.phones)
        .limit(BATCH)})`,
    ),
  )
  await inBatches(() =>
    db.deleteFrom('catalogue_change').where('version', 'in', (from) =>
      from
        .selectFrom('catalogue_change')
        .select('version')
        .where('created_at', '<', now - KEPT_MS.changes)
        .orderBy('version')
        .limit(BATCH),
    ),
  )
  const old = db
    .selectFrom('catalogue_import')
    .select('id')
    .where('created_at', '<', now - KEPT_MS.imports)
  await inBatches(() =>
    db
      .deleteFrom('import_change')
      .where(
        sql<boolean>`(import_id, kind, key) in (${db
          .selectFrom('import_change')
          .select(['import_id', 'kind', 'key'])
          .where('import_id', 'in', old)
          .limit(BATCH)})`,
      ),
  )
  await inBatches(() =>
    db.deleteFrom('desk_upload').where('id', 'in', (from) =>
      from
        .selectFrom('desk_upload')
        .select('id')
        .where('state', 'in', ['published', 'unchanged', 'failed', 'discarded'])
        .where('changed_at', '<', now - KEPT_MS.uploads)
        .limit(BATCH),
    ),
  )
}

/** A server that is there follows each change within seconds: one that missed a day's is gone. */
async function removeDeadSites(db: Kysely<Database>, now: number): Promise<void> {
  const { version } = await db
    .selectFrom('catalogue_change')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('created_at', '<', now - DAY_MS)
    .executeTakeFirstOrThrow()
  if (version === null) return
  const dead = db
    .deleteFrom('site')
    .where('lease_until', '<', now - KEPT_MS.sites)
    .where('version', '<', Number(version))
  await whenFree(() => dead.execute())
}

type Removal = { executeTakeFirst: () => Promise<{ numDeletedRows: bigint }> }

const inBatches = (remove: () => Removal): Promise<void> =>
  untilNone(async () => {
    const { numDeletedRows } = await whenFree(() => remove().executeTakeFirst())
    return Number(numDeletedRows)
  })

async function untilNone(remove: () => Promise<number>): Promise<void> {
  for (;;) {
    if ((await remove()) === 0) return
    // SQLite works on this thread: whoever asked meanwhile is answered before the next ones go.
    await nextTurn()
  }
}

/** Sweeps once an hour. @returns a function that stops */
export function watchSweep(db: Kysely<Database>, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sweep(db, Date.now()).catch(onError), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
