import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a product, or each of its packs, costs the shop itself: as in the files, and shown only at the desk. */
export const costs: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('product')
      .addColumn('cost', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
