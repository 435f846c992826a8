import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The request that a checkout's key was used for; bills with gapless numbers; and the walk after a restore. */
export const money: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('attempt').addColumn('body_hash', 'text').execute()
    // The last number of each series is in a row: whoever takes the next one locks it until the bill is written.
    await schema
      .createTable('bill_series')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('year', 'text', (c) => c.notNull())
      .addColumn('last', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('bill_series_key', ['kind', 'year'])
      .execute()
    await schema
      .createTable('bill')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) =>
        c.notNull().check(sql`kind in ('invoice', 'supply', 'credit')`),
      )
      .addColumn('year', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull().check(sql`number > 0`))
      .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise > 0`))
      .addColumn('seller', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('bill_number', ['kind', 'year', 'number'])
      .addUniqueConstraint('bill_cause', ['order_id', 'cause'])
      .execute()
    await schema
      .createTable('payment_walk')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addColumn('seen', 'integer', (c) => c.notNull())
      .execute()
  },
}
