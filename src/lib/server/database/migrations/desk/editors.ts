import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Undo of imports, scheduled prices, and addresses of categories that moved. */
export const editors: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('import_change')
      .addColumn('import_id', 'integer', (c) =>
        c.notNull().references('catalogue_import.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addPrimaryKeyConstraint('import_change_key', ['import_id', 'kind', 'key'])
      .execute()
    await schema
      .createIndex('import_change_by_key')
      .on('import_change')
      .columns(['kind', 'key'])
      .execute()
    // SQLite adds one column per statement.
    await schema
      .alterTable('catalogue_import')
      .addColumn('editor', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    for (const name of ['undoes', 'undone_by']) {
      await schema.alterTable('catalogue_import').addColumn(name, 'integer').execute()
    }
    for (const table of ['product', 'pack']) {
      for (const name of ['base_paise', 'base_oldprice_paise', 'sale_paise']) {
        await schema.alterTable(table).addColumn(name, 'integer').execute()
      }
    }
    for (const name of ['sale_from', 'sale_until']) {
      await schema.alterTable('product').addColumn(name, 'bigint').execute()
    }
    await schema
      .alterTable('product')
      .addColumn('sale_is_on', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.createIndex('product_by_sale').on('product').columns(['sale_from']).execute()
    await schema
      .alterTable('category')
      .addColumn('moved_to', 'text', (c) => c.references('category.id'))
      .execute()
  },
}
