import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How the columns of a foreign list were matched: for the list itself, and for the next one with the same header. */
export const columnMaps: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('desk_upload').addColumn('map', 'text').execute()
    await schema
      .createTable('column_map')
      .addColumn('header', 'text', (c) => c.primaryKey())
      .addColumn('matching', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
