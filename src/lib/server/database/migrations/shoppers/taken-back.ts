import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When its writer took back a review that the shop had taken down; null for all others (E28). */
export const takenBack: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('review').addColumn('taken_back_at', 'bigint').execute()
  },
}
