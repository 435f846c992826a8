import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who buys without an account: a row of "user" that nobody can sign in to, so that cart, list, checkout and
 * orders are those of everybody else; and the orders by what an order of a guest is known by.
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
