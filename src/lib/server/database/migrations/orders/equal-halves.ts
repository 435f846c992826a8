import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether CGST and SGST of a bill are equal: those written before keep the odd paisa that SGST had (P19). */
export const equalHalves: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('bill')
      .addColumn('has_equal_halves', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
