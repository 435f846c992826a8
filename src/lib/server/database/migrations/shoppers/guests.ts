import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Buying without an account: a guest is a row of "user" that nobody can sign in to, so that cart, wishlist,
 * checkout and orders work as for everybody else. Orders get the columns by which a guest's order is
 * recognised.
 */
export const guests: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('guest')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('hash', 'text', (c) => c.unique())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('guest_by_age').on('guest').column('seen_at').execute()
    for (const column of ['track', 'phone_key', 'door_key']) {
      await schema.alterTable('orders').addColumn(column, 'text').execute()
    }
    await schema.createIndex('orders_by_track').unique().on('orders').column('track').execute()
    await schema.createIndex('orders_by_phone').on('orders').column('phone_key').execute()
    await schema.createIndex('orders_by_door').on('orders').column('door_key').execute()
    await schema.createIndex('orders_by_email').on('orders').column('email').execute()
  },
}
