import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Carts, wishlists, idempotency keys, and more columns for reviews. */
export const cart: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await ofUser(schema.createTable('cart'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('cart_key', ['user_id'])
      .execute()
    await ofUser(schema.createTable('cart_item'))
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
      .addColumn('choice', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 99`))
      .addColumn('seen_price_paise', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('cart_item_once', ['user_id', 'product_id', 'choice'])
      .execute()
    await ofUser(schema.createTable('wishlist_item'))
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
      .addColumn('choice', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('wishlist_item_once', ['user_id', 'product_id'])
      .execute()
    await ofUser(schema.createTable('idempotency'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('route', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('answer', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_key', ['user_id', 'key'])
      .execute()
    await schema.createIndex('idempotency_by_age').on('idempotency').column('created_at').execute()
    await schema.alterTable('review').addColumn('edited_at', 'bigint').execute()
    await schema
      .alterTable('review')
      .addColumn('is_verified', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** A table of personal rows, which are deleted with their account. */
const ofUser = (table: CreateTableBuilder<string>) =>
  table.addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
