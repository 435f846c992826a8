import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether an order that waits for the owner was packed before: its units are in a bag, not on the shelf (I3). */
export const wasPacked: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('orders')
      .addColumn('was_packed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await notePacked(db)
  },
}

/** Notes it of the orders that wait already, by the last step of their timeline. */
export async function notePacked<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`update orders set was_packed = 1 where status = 'needs_attention' and 'packed' = (
    select event.status from order_event event
    where event.order_id = orders.id and event.status <> 'needs_attention'
    order by event.created_at desc limit 1
  )`.execute(db)
}
