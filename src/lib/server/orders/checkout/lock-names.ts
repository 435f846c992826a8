import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'

/** Locks names in sorted order, so that no two checkouts wait for each other. */
export async function lockNames(trx: Trx, names: readonly string[]): Promise<void> {
  // SQLite has a single writer anyway.
  if (!isOnPostgres(trx)) return
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  }
}
