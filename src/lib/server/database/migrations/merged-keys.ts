import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whose a remembered request was before a sign-in, by their cookie: a browser may not know of that one. */
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
