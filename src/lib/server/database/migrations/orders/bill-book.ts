import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An index of bills by the moment they were written, in the order of the bill book (P21). */
export const billBook: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('bill_by_age')
      .on('bill')
      .columns(['created_at', 'kind', 'number'])
      .execute()
  },
}
