import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where a bill was to be brought when it was written: its tax goes by that. Empty on those of before. */
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
