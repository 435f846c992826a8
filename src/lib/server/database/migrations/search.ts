import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Other names of things, as synonyms.csv says them; and the products of a brand, which have a page now. */
export const search: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('synonym')
      .addColumn('position', 'integer', (c) => c.primaryKey())
      .addColumn('names', 'text', (c) => c.notNull())
      .execute()
    await schema.createIndex('product_by_brand').on('product').column('brand').execute()
  },
}
