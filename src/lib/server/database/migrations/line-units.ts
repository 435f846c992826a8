import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What one of a line weighs or holds, as printed on it then; null on lines of before it was kept. */
export const lineUnits: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ['attempt_line', 'order_item']) {
      await schema.alterTable(table).addColumn('unit', 'text').execute()
    }
  },
}
