import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When a letter was answered (G38). Nobody noted that of those written before; they count as answered. Those that wait
 * have an index, as Today counts them at each load.
 */
export const answeredLetters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('contact_message').addColumn('answered_at', 'bigint').execute()
    await sql`update contact_message set answered_at = created_at`.execute(db)
    await sql`create index letters_waiting on contact_message (created_at)
      where answered_at is null`.execute(db)
  },
}
