import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whether whoever reads mails at an address has said that the newsletter may come there. Those of before had a mail
 * which told them that it does, and stay.
 */
export const newsletter: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('newsletter').addColumn('confirmed_at', 'bigint').execute()
    await sql`update newsletter set confirmed_at = created_at`.execute(db)
  },
}
