import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Devices that are told of new orders, and values that the shop generates once for itself, such as its keys. */
export const push: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('push_subscription')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (c) => c.notNull().unique())
      .addColumn('p256dh', 'text', (c) => c.notNull())
      .addColumn('auth', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('kept_value')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
  },
}
