import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The reorder level of products, and the people who wait for one that is sold out. */
export const shelf: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('product')
      .addColumn('reorder', 'integer', (c) => c.check(sql`reorder >= 0`))
      .execute()
    await schema
      .createTable('stock_alert')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('product_id', 'text', (c) => c.notNull())
      .addColumn('pack_label', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('stock_alert_once', ['product_id', 'pack_label', 'email'])
      .execute()
    await schema.createIndex('stock_alert_email').on('stock_alert').column('email').execute()
  },
}
