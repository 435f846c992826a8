import { type Kysely, PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The orders by age with the text they are found by: SQLite looks through it and no other columns. PostgreSQL,
 * whose index takes no long text, looks through its rows as quickly.
 */
export const foundOrders: Migration = {
  async up(db: Kysely<unknown>) {
    if (db.getExecutor().adapter instanceof PostgresAdapter) return
    await db.schema.dropIndex('orders_by_age').execute()
    await db.schema
      .createIndex('orders_by_age')
      .on('orders')
      .columns(['created_at', 'id', 'search'])
      .execute()
  },
}
