import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When the owner of an address confirmed the newsletter. Existing subscribers were told of it by mail, and count as
 * confirmed.
 */
export const newsletter: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('newsletter').addColumn('confirmed_at', 'bigint').execute()
    await sql`update newsletter set confirmed_at = created_at`.execute(db)
  },
}
