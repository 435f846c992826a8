import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where a brand went that has another name now: its address leads there. */
export const brandMoves: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('brand_move')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('moved_to', 'text', (c) => c.notNull())
      .execute()
  },
}
