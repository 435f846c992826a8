import { type Kysely, PostgresAdapter, sql } from 'kysely'
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

/**
 * The same on PostgreSQL: an index of three letters each. Its module comes with every server but may not be ours
 * to switch on; then the rows are looked through as before.
 */
export const foundOrdersByLetters: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
    await sql`
      do $$ begin
        create extension if not exists pg_trgm;
        create index orders_by_letters on orders using gin (search gin_trgm_ops);
      exception when others then
        raise notice 'Orders are found without an index: %', sqlerrm;
      end $$`.execute(db)
  },
}
