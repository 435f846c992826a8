import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const AT_ONCE = 1000

/**
 * An order's money may come in several parts, some in cash and some by UPI, so its records add up; what is
 * given back is one record for each way. Orders are found by the buyer's mail and street, too.
 */
export const severalPayments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('cash_entry_once').execute()
    await sql`create index cash_entry_order on cash_entry (order_id, kind) where undone_at is null`.execute(
      db,
    )
    await sql`create unique index cash_entry_returned_once on cash_entry (order_id, how)
      where kind = 'returned' and undone_at is null`.execute(db)
    await findByMail(db)
  },
}

/** Adds mail and street to the search texts, a batch at a time; those of forgotten buyers stay empty. */
export async function findByMail<Schema>(db: Kysely<Schema>): Promise<void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ id: string }>`select id from orders where id > ${last}
      order by id limit ${AT_ONCE}`.execute(db)
    const end = rows.at(-1)?.id
    if (end === undefined) return
    await sql`update orders set search = search || ' ' || lower(street1 || ' ' || street2 || ' ' || email
      || ' ' || coalesce((select email from "user"
      where "user".id = orders.user_id and email like '%@%'), ''))
      where id > ${last} and id <= ${end} and phone <> ''`.execute(db)
    last = end
  }
}
