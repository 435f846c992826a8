import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Money is given back each time that a part of what was brought is, so one order has several such records. */
export const partlyReturned: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('cash_entry_returned_once').execute()
  },
}
