import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * An index of orders by age that includes their search text: SQLite then reads no other columns. PostgreSQL,
 * whose index cannot hold long texts, reads its rows as fast.
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
 * A trigram index for the search on PostgreSQL. The extension comes with every server, but we may not be
 * allowed to enable it; then rows are searched as before.
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
