import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An index of the sales that are on: twice a second somebody looks for those that a wrong clock turned on. */
export const salesOn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index product_by_sale_on on product (sale_from) where sale_is_on = 1`.execute(
      db,
    )
  },
}
