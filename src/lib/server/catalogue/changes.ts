import { sql } from 'kysely'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/**
 * Records in the same transaction as a change which reads it touched, so that the publisher renders exactly the
 * pages that made them.
 * @returns the catalogue's version once the transaction is committed
 */
export async function announceChange(
  trx: Trx,
  names: Iterable<string>,
  now = Date.now(),
): Promise<number> {
  // The lock on the counter's row makes versions follow the order of commits on PostgreSQL, too.
  const { version } = await trx
    .updateTable('catalogue_version')
    .set({ version: sql`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('catalogue_change')
    .values({ version, names: [...new Set(names)].join('\n'), created_at: now })
    .execute()
  return version
}

/** The catalogue's version: how many changes have been committed. */
export async function latestVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Names of the reads that changed after version `from`, up to `to`; undefined when that is not known. */
export async function changedNames(
  db: Db,
  from: number,
  to: number,
): Promise<Set<string> | undefined> {
  const changes = await db
    .selectFrom('catalogue_change')
    .select('names')
    .where('version', '>', from)
    .where('version', '<=', to)
    .execute()
  if (changes.length !== to - from) return undefined
  return new Set(changes.flatMap(({ names }) => (names === '' ? [] : names.split('\n'))))
}
