import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a restore brought a refund back: what the provider was asked since the backup is not known then (P15). */
export const restoredRefunds: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('refund').addColumn('restored_at', 'bigint').execute()
  },
}
