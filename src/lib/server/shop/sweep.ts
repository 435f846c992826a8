import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { FORGET_EXPIRED } from '#lib/server/accounts/forget-expired.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { IMPORTS_KEPT_MS } from '#lib/server/import/apply/history.ts'
import { forgetOutbox } from '#lib/server/mail/outbox.ts'
import { forgetFormer } from '#lib/server/orders/forget-buyer.ts'
import { forgetVain } from '#lib/server/orders/vain-orders.ts'
import { sweepGuests } from '#lib/server/orders/sweep-guests.ts'
import { forgetLetters } from '#lib/server/letters/find-letters.ts'
import { forgetUnconfirmed } from '#lib/server/letters/newsletter.ts'
import { REPEATS_KEPT_MS } from '#lib/server/shopper/idempotency.ts'

const EVERY_MS = HOUR_MS
const FIRST_MS = 5 * MINUTE_MS
/** Rows that one statement deletes, so that no writer waits for all of them. */
const BATCH = 500

/** How long to keep rows of tables that would only grow. */
export const KEPT_MS = {
  /** Names of changes: a page or search index older than this is made anew entirely. */
  changes: 30 * DAY_MS,
  /** What is needed to undo an import. */
  imports: IMPORTS_KEPT_MS,
  /** Published folders of servers that no longer exist. */
  sites: 30 * DAY_MS,
  /** Lists at the desk, whatever became of them; their files are deleted within days. */
  uploads: 90 * DAY_MS,
  /** Codes sent to phones, and the proof that a phone is somebody's. */
  phones: 90 * DAY_MS,
}

type Sweeper = (db: Db, now: number) => Promise<void>

/**
 * Deletes what has expired, in batches; if one kind fails, the others are deleted all the same.
 * @param dataDir where messages are, if some may be in files
 * @throws the first failure
 */
export async function sweep(db: Db, now: number, dataDir?: string): Promise<void> {
  const failures: unknown[] = []
  const all = dataDir === undefined ? SWEEPERS : [...SWEEPERS, () => forgetOutbox(dataDir, now)]
  for (const remove of all) await remove(db, now).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const SWEEPERS: readonly Sweeper[] = [
  removeDeadSites,
  ...FORGET_EXPIRED.map(
    (forget): Sweeper =>
      (db, now) =>
        untilNone(() => forget(db, now)),
  ),
  sweepAllGuests,
  (db, now) => untilNone(() => forgetFormer(db, now)),
  forgetVain,
  (db, now) => untilNone(() => forgetUnconfirmed(db, now)),
  (db, now) => untilNone(() => forgetLetters(db, now)),
  forgetRepeats,
  forgetPhones,
  forgetChanges,
  forgetImports,
  forgetUploads,
]

/** Who has bought stays, so each sweep comes past them once. */
async function sweepAllGuests(db: Db, now: number): Promise<void> {
  let reached = await sweepGuests(db, now)
  while (reached) {
    await nextTurn()
    reached = await sweepGuests(db, now, reached)
  }
}

/** Idempotency keys that nobody will repeat any more. */
function forgetRepeats(db: Db, now: number): Promise<void> {
  return inBatches(() =>
    db.deleteFrom('idempotency').where(
      sql<boolean>`(user_id, key) in (${db
        .selectFrom('idempotency')
        .select(['user_id', 'key'])
        .where('created_at', '<', now - REPEATS_KEPT_MS)
        .limit(BATCH)})`,
    ),
  )
}

function forgetPhones(db: Db, now: number): Promise<void> {
  return inBatches(() =>
    db.deleteFrom('phone_code').where(
      sql<boolean>`(user_id, phone_key) in (${db
        .selectFrom('phone_code')
        .select(['user_id', 'phone_key'])
        .where('sent_at', '<', now - KEPT_MS.phones)
        .limit(BATCH)})`,
    ),
  )
}

function forgetChanges(db: Db, now: number): Promise<void> {
  return inBatches(() =>
    db.deleteFrom('catalogue_change').where('version', 'in', (from) =>
      from
        .selectFrom('catalogue_change')
        .select('version')
        .where('created_at', '<', now - KEPT_MS.changes)
        .orderBy('version')
        .limit(BATCH),
    ),
  )
}

function forgetImports(db: Db, now: number): Promise<void> {
  const old = db
    .selectFrom('catalogue_import')
    .select('id')
    .where('created_at', '<', now - KEPT_MS.imports)
  return inBatches(() =>
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
}

function forgetUploads(db: Db, now: number): Promise<void> {
  return inBatches(() =>
    db.deleteFrom('desk_upload').where('id', 'in', (from) =>
      from
        .selectFrom('desk_upload')
        .select('id')
        .where('changed_at', '<', now - KEPT_MS.uploads)
        .limit(BATCH),
    ),
  )
}

/** A live server follows each change within seconds: one that is a day behind no longer exists. */
async function removeDeadSites(db: Db, now: number): Promise<void> {
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
  await retryWhileLocked(() => dead.execute())
}

type Removal = { executeTakeFirst: () => Promise<{ numDeletedRows: bigint }> }

const inBatches = (remove: () => Removal): Promise<void> =>
  untilNone(async () => {
    const { numDeletedRows } = await retryWhileLocked(() => remove().executeTakeFirst())
    return Number(numDeletedRows)
  })

async function untilNone(remove: () => Promise<number>): Promise<void> {
  for (;;) {
    if ((await remove()) === 0) return
    // SQLite works on this thread: let requests be answered between batches.
    await nextTurn()
  }
}

/**
 * Sweeps once an hour, and first some minutes after the start, so that a shop restarted every hour is swept
 * too.
 * @returns a function that stops it
 */
export function watchSweep(
  db: Db,
  dataDir: string,
  onError: (error: unknown) => void,
  firstMs = FIRST_MS,
): () => void {
  const go = () => void sweep(db, Date.now(), dataDir).catch(onError)
  const first = setTimeout(go, firstMs).unref()
  const timer = setInterval(go, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
