import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Disputes of payments, once each, as last told by the provider. Stored by the provider's ids, as is what was
 * refunded outside.
 */
export const disputes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('dispute')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_dispute_id', 'text', (c) => c.notNull())
      .addColumn('provider_payment_id', 'text', (c) => c.notNull())
      .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise >= 0`))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('is_held', 'integer', (c) => c.notNull())
      .addColumn('told_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('dispute_key', ['provider', 'provider_dispute_id'])
      .execute()
    await schema
      .createIndex('dispute_payment')
      .on('dispute')
      .columns(['provider', 'provider_payment_id'])
      .execute()
  },
}
