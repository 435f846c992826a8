import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The quantities on a bill that was written after changes to an order; and whom a bill names, once that is no longer
 * what the order says.
 */
export const movedBills: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const name of ['lines', 'buyer'])
      await schema
        .alterTable('bill')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
  },
}
