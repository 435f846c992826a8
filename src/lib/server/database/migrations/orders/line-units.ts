import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The weight or content printed on a line's product at the time; null on older lines. */
export const lineUnits: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ['attempt_line', 'order_item']) {
      await schema.alterTable(table).addColumn('unit', 'text').execute()
    }
  },
}
