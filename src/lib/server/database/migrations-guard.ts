import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Roles in place of a mark for editors. Which combinations there are, and how each is spelled, is the
 * database's to say, so that no program can make up another.
 */
export const roles: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const isKnown = sql`roles in ('', 'staff', 'editor', 'editor|staff', 'owner')`
    await schema
      .alterTable('user')
      .addColumn('roles', 'text', (c) => c.notNull().defaultTo('').check(isKnown))
      .execute()
    await sql`update "user" set roles = 'editor' where is_editor`.execute(db)
    await schema.alterTable('user').dropColumn('is_editor').execute()
  },
}
