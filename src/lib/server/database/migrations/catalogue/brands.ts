import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The new name of a renamed brand: its old address leads there. */
export const brandMoves: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('brand_move')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('moved_to', 'text', (c) => c.notNull())
      .execute()
  },
}
