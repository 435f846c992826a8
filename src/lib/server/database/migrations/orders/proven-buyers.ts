import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether the buyer of an attempt was no stranger; it stood behind the name of the network before. */
export const provenBuyers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attempt')
      .addColumn('is_proven', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update attempt set is_proven = 1, address_block = replace(address_block, ' proven', '')
      where address_block like '% proven'`.execute(db)
  },
}
