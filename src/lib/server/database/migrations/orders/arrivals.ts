import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When a delivery comes, in the shop's words: for PIN codes, and as it was promised for what is being paid and was
 * ordered. Empty without words.
 */
export const arrivals: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const columns = [
      ['delivery_pin', 'words'],
      ['attempt', 'arrives'],
      ['orders', 'arrives'],
    ] as const
    for (const [table, name] of columns) {
      await schema
        .alterTable(table)
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    }
  },
}
