import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A keyed hash of the deleted account that an attempt belonged to, so that limits count it if the account is
 * opened anew.
 */
export const formerAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attempt').addColumn('account_key', 'text').execute()
    await sql`create index attempt_account_key on attempt (account_key)
      where account_key is not null`.execute(db)
  },
}
