import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is needed to tell an editor's count in an exported list from what was sold since the export. */
export const stock: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('catalogue_export')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('stamp', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('import_stock')
      .addColumn('import_id', 'integer', (c) =>
        c.notNull().references('catalogue_import.id').onDelete('cascade'),
      )
      .addColumn('product_id', 'text', (c) => c.notNull())
      .addColumn('pack_label', 'text', (c) => c.notNull())
      .addColumn('stamp', 'bigint', (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_stock_key', ['import_id', 'product_id', 'pack_label'])
      .execute()
    await schema
      .createIndex('import_stock_product')
      .on('import_stock')
      .columns(['product_id', 'stamp'])
      .execute()
    await schema
      .alterTable('stock_hold')
      .addColumn('missing', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
