import { sql, type Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'

/**
 * Says in the same transaction as the change which reads it touched, so that the publisher renders
 * just the pages that made them.
 * @returns the version that the catalogue has once the transaction is committed
 */
export async function announce(
  trx: Transaction<Database>,
  names: Iterable<string>,
  now = Date.now(),
): Promise<number> {
  // The counter's row lock makes the order of versions the order of commits on PostgreSQL too.
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
