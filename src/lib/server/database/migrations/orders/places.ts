import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The place of delivery when a bill was written, which decides about its tax. Empty on older bills. */
export const places: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const name of ['state', 'country']) {
      await schema
        .alterTable('bill')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    }
  },
}
