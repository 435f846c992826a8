import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often a job failed, apart from how often it was taken: when its process ends, that is no failure of the job. */
export const jobFailures: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('job')
      .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
