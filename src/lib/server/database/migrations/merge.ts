import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a list at the desk is merged with: all that others imported after `base`. */
export const merging: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['base', 'is_as_is']) {
      await db.schema
        .alterTable('desk_upload')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    // Lists of before are compared with the shop as it is now.
    await sql`update desk_upload set base = (select coalesce(max(id), 0) from catalogue_import)`.execute(
      db,
    )
  },
}
