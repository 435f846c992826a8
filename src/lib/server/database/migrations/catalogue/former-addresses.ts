import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses that a page or an article had before: they lead to it (E27). */
export const formerAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('content_page')
      .addColumn('formerly', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
