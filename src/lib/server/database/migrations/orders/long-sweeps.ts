import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes for what is looked for in all that was ever bought: each hour, at a renamed pack, among what has ended. */
export const longSweeps: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createIndex('attempt_line_product')
      .on('attempt_line')
      .column('product_id')
      .execute()
    await schema
      .createIndex('payment_by_age')
      .on('payment')
      .columns(['provider', 'created_at'])
      .execute()
    await sql`create index orders_vain on orders (created_at)
      where phone = '' and phone_key is not null`.execute(db)
    await sql`create index orders_ended on orders (created_at, id)
      where status in ('cancelled', 'refunded') or ended is not null`.execute(db)
    // Guests are gone through in this order, a few at a time.
    await schema.dropIndex('guest_by_age').execute()
    await schema.createIndex('guest_by_age').on('guest').columns(['seen_at', 'user_id']).execute()
  },
}
