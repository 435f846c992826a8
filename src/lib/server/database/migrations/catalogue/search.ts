import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Synonyms, as in synonyms.csv; and an index for brands, which have pages now. */
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
