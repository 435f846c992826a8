import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import { sql } from 'kysely'
import { DAY_MS } from '#lib/server/durations.ts'
import { IMPORT_KEPT_DAYS } from '#lib/limits.ts'
import { raiseTimeouts } from '#lib/server/database/timeouts.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { MergeWith } from '#lib/server/import/read/plan.ts'

/** Stands in place of an editor for the import that filled an empty shop at its start. */
export const FIRST_FILL = 'start'
export const IMPORTS_KEPT_MS = IMPORT_KEPT_DAYS * DAY_MS

type Counts = { added: number; changed: number; unchanged: number; withdrawn: number }
type Made = Counts & { source: string; rejected: number; editor: string; undoes?: number }

/** The key of the advisory lock: any number that nothing else in the shop uses. */
const LOCK = 722_006

/**
 * Makes imports, undos and the switching of sales wait for one another until the transaction ends. It does not
 * lock the version's row, which orders and reviews lock after their product: that could deadlock. In SQLite,
 * writers wait for each other anyway.
 */
export async function waitForOthers(trx: Trx): Promise<void> {
  if (!isOnPostgres(trx)) return
  await raiseTimeouts(trx)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** The number of the last import, including undone ones; 0 before the first. */
export async function lastImport(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** The number of the last import made up to the time `then` (epoch milliseconds); 0 before the first. */
export async function lastImportBy(db: Db, then: number): Promise<number> {
  const { last } = await db
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('created_at', '<=', then)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/**
 * Whether others imported something since a list was written that a merge with it no longer knows, as earlier values are
 * kept for `IMPORT_KEPT_DAYS`.
 * @param written the last import that its author knew; those of their own before they uploaded it are none of others
 */
export async function isForgotten(
  db: Db,
  written: number,
  { merge, editor = '' }: { merge?: MergeWith; editor?: string },
): Promise<boolean> {
  if (!merge) return false
  const found = await db
    .selectFrom('catalogue_import')
    .select('id')
    .where('id', '>', written)
    .where('created_at', '<', Date.now() - IMPORTS_KEPT_MS)
    .where((eb) => eb.or([eb('id', '>', merge.base), eb('editor', '!=', editor)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Records an import.
 * @returns its number
 */
export async function remember(
  trx: Trx,
  { source, added, changed, unchanged, withdrawn, rejected, editor, undoes }: Made,
  now: number,
): Promise<number> {
  const id = (await lastImport(trx)) + 1
  const counts = { added, changed, unchanged, withdrawn, rejected }
  await trx
    .insertInto('catalogue_import')
    .values({ id, source, ...counts, editor, undoes, created_at: now })
    .execute()
  return id
}
