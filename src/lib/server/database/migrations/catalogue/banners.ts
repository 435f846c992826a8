import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a banner is shown; `is_shown` changes at these times. */
export const bannerTimes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const banner = () => schema.alterTable('banner')
    // SQLite adds one column per statement.
    await banner().addColumn('shown_from', 'bigint').execute()
    await banner().addColumn('shown_until', 'bigint').execute()
    await banner()
      .addColumn('is_shown', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  },
}
