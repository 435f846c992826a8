import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What was given back at the provider's own desk, once per refund (P7). Its payment may not be known
 * yet, so that it is named as the provider names it.
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
