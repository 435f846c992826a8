import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Refunds that the provider refused and the owner gave back without it (P15): how, by whom, and whether the
 * provider has made them as well. `refused_at` is null while it is asked, so that nobody says so meanwhile. Such
 * money leaves the till once for each refund, beside what is given back of money taken at the door.
 */
export const givenElsewhere: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const changes = [
      schema.alterTable('refund').addColumn('refused_at', 'bigint'),
      schema
        .alterTable('refund')
        .addColumn('given_how', 'text', (c) =>
          c.check(
            sql`given_how is null or (given_how in ('cash', 'upi', 'bank') and state = 'processed')`,
          ),
        ),
      schema
        .alterTable('refund')
        .addColumn('given_reference', 'text', (c) => c.notNull().defaultTo('')),
      schema.alterTable('refund').addColumn('given_by', 'text', (c) => c.notNull().defaultTo('')),
      schema.alterTable('refund').addColumn('twice_at', 'bigint'),
      schema.alterTable('cash_entry').addColumn('refund_id', 'text'),
    ]
    for (const change of changes) await change.execute()
    await schema.dropIndex('cash_entry_returned_once').execute()
    await sql`create unique index cash_entry_returned_once on cash_entry (order_id, how)
      where kind = 'returned' and undone_at is null and refund_id is null`.execute(db)
    await sql`create unique index cash_entry_refund_once on cash_entry (refund_id)
      where refund_id is not null and undone_at is null`.execute(db)
  },
}
