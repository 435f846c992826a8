import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A shopper's keys of a route by age: with each new one, those beyond the newest are deleted. */
export const newestKeys: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('idempotency_by_shopper')
      .on('idempotency')
      .columns(['user_id', 'route', 'created_at'])
      .execute()
  },
}
