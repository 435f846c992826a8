import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Phones that buyers have proved to be theirs, by a code sent there. */
export const phones: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('phone_code')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('phone_key', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('sent_at', 'bigint', (c) => c.notNull())
      .addColumn('proven_at', 'bigint')
      .addPrimaryKeyConstraint('phone_code_of', ['user_id', 'phone_key'])
      .execute()
    await schema.createIndex('phone_code_by_age').on('phone_code').column('sent_at').execute()
  },
}
