import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Refunds made in the provider's dashboard, once each (P7). The payment may not be known yet, so it is stored
 * by the provider's id.
 */
export const refundsOutside: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('outside_refund')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_refund_id', 'text', (c) => c.notNull())
      .addColumn('provider_payment_id', 'text', (c) => c.notNull())
      .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise >= 0`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('outside_refund_key', ['provider', 'provider_refund_id'])
      .execute()
    await schema
      .createIndex('outside_refund_payment')
      .on('outside_refund')
      .columns(['provider', 'provider_payment_id'])
      .execute()
  },
}
