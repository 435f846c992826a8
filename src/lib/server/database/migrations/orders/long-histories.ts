import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tables that keep for ever which account did something; deleting an account searches each of them. */
const WITH_ACCOUNT = [
  ...['stock_entry', 'order_action', 'cash_entry', 'desk_action'],
  'push_subscription',
] as const

/** Indexes for what grows with every order: without them a question about today reads the shop's whole past. */
export const longHistories: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    for (const table of WITH_ACCOUNT) {
      await schema.createIndex(`${table}_user`).on(table).column('user_id').execute()
    }
    await schema.dropIndex('stock_movement_product').execute()
    await schema
      .createIndex('stock_movement_product')
      .on('stock_movement')
      .columns(['product_id', 'created_at', 'pack_label', 'kind', 'quantity'])
      .execute()
    await sql`create index stock_hold_held on stock_hold (product_id) where state = 'held'`.execute(
      db,
    )
    // Each lane asks for its own kind, and finds all it asks for in the index, apart from the payloads.
    await schema.dropIndex('job_waiting').execute()
    await schema
      .createIndex('job_waiting')
      .on('job')
      .columns(['kind', 'failed_at', 'run_at', 'attempts', 'created_at'])
      .execute()
  },
}
