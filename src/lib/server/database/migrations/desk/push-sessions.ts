import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The session in which a device was last seen at the desk; null for those subscribed before. */
export const pushSessions: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('push_subscription').addColumn('session_id', 'text').execute()
  },
}
