import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Removes what was left of deleted accounts: the text that the desk searches orders by, and changes of addresses. */
export const forgotten: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update orders set search = lower(number) where user_id is null and phone = ''`.execute(
      db,
    )
    await sql`update order_action set "before" = '', "after" = '' where kind = 'details' and order_id in
      (select id from orders where user_id is null and phone = '')`.execute(db)
  },
}
