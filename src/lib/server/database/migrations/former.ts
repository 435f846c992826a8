import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whose an attempt was whose account is deleted, as a hash: limits count it when the account is opened anew. */
export const formerAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attempt').addColumn('account_key', 'text').execute()
    await sql`create index attempt_account_key on attempt (account_key)
      where account_key is not null`.execute(db)
  },
}
