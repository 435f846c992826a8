import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By how many units an import changed the shortfall of promised units, so that an undo is exact (I3). */
export const shortfalls: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('import_stock')
      .addColumn('missing', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
