import { PostgresAdapter, sql } from 'kysely'
import { IMPORT_KEPT_DAYS } from '#lib/limits.ts'
import { raiseTimeouts } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** In place of an editor: the start filled an empty shop. */
export const FIRST_FILL = 'start'
export const IMPORTS_KEPT_MS = IMPORT_KEPT_DAYS * 24 * 3_600_000

type Counts = { added: number; changed: number; unchanged: number; withdrawn: number }
type Made = Counts & { source: string; rejected: number; editor: string; undoes?: number }

/** Any number that nothing else of the shop locks. */
const LOCK = 722_006

/**
 * Imports, undos and turning sales wait for one another here, until the transaction ends.
 * Not by the row of the version, which orders and reviews lock after their product: who has the one
 * and waits for the other would be stuck. In SQLite every writer waits for the one before it.
 */
export async function waitForOthers(trx: Trx): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await raiseTimeouts(trx)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** The number of the last import, undone ones too; 0 before the first. */
export async function lastImport(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** The number of the last import that was made by then; 0 before the first. */
export async function lastImportBy(db: Db, then: number): Promise<number> {
  const { last } = await db
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('created_at', '<=', then)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Records an import. @returns its number */
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
