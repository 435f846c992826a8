import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What was left of former customers: the text that the desk finds orders by, and what was changed of an address. */
export const forgotten: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update orders set search = lower(number) where user_id is null and phone = ''`.execute(
      db,
    )
    await sql`update order_action set "before" = '', "after" = '' where kind = 'details' and order_id in
      (select id from orders where user_id is null and phone = '')`.execute(db)
  },
}
