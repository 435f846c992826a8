import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The import that a list at the desk is based on: it is merged with all imports after `base`. */
export const merging: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['base', 'is_as_is']) {
      await db.schema
        .alterTable('desk_upload')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    // Existing lists are compared with the present state of the shop.
    await sql`update desk_upload set base = (select coalesce(max(id), 0) from catalogue_import)`.execute(
      db,
    )
  },
}
