import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The guest who made a stored request before signing in, by a hash of their cookie: the browser may not know
 * of the sign-in.
 */
export const mergedKeys: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('idempotency').addColumn('guest_hash', 'text').execute()
    await schema
      .createIndex('idempotency_by_guest')
      .on('idempotency')
      .column('guest_hash')
      .execute()
  },
}
