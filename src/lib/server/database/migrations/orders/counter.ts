import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The counter: how orders are handled, what is changed in them, and what became of cash. Checks prevent what
 * must not happen: refunding more than was paid, returning more units than were sold.
 */
export const counter: Migration = {
  async up(db: Kysely<unknown>) {
    await allowSeveralRefunds(db)
    await extendOrders(db)
    await extendStock(db)
    await createAudit(db)
    await createCash(db)
    await fillSearch(db)
  },
}

/**
 * Allows several refunds per payment, together never more than was captured (P7). SQLite cannot drop a
 * constraint, so the tables are recreated.
 */
async function allowSeveralRefunds(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('payment')
    .addColumn('refund_paise', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`refund_paise between 0 and amount_paise`),
    )
    .execute()
  await sql`update payment set refund_paise = coalesce(
    (select sum(refund.amount_paise) from refund where refund.payment_id = payment.id), 0)`.execute(
    db,
  )
  await schema.dropIndex('refund_due').execute()
  await schema.alterTable('refund').renameTo('refund_before').execute()
  await refundColumns(schema.createTable('refund'))
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`insert into refund (id, payment_id, amount_paise, reason, state, provider_refund_id, tries,
    next_try_at, created_at, done_at) select id, payment_id, amount_paise, reason, state,
    provider_refund_id, tries, next_try_at, created_at, done_at from refund_before`.execute(db)
  await schema.dropTable('refund_before').execute()
  await schema.createIndex('refund_due').on('refund').columns(['state', 'next_try_at']).execute()
  await schema.createIndex('refund_payment').on('refund').column('payment_id').execute()
  await schema.alterTable('demo_refund').renameTo('demo_refund_before').execute()
  await schema
    .createTable('demo_refund')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('demo_payment.id'))
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('demo_refund_id', ['id'])
    .addUniqueConstraint('demo_refund_once', ['key'])
    .execute()
  await sql`insert into demo_refund (id, key, payment_id, amount)
    select id, key, payment_id, amount from demo_refund_before`.execute(db)
  await schema.dropTable('demo_refund_before').execute()
}

/** Constraints get new names, as PostgreSQL keeps those of the old table until it is dropped. */
function refundColumns(table: CreateTableBuilder<string>) {
  return table
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payment.id'))
    .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise > 0`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('pending', 'processed', 'failed')`),
    )
    .addColumn('provider_refund_id', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('done_at', 'bigint')
    .addPrimaryKeyConstraint('refund_id', ['id'])
}

async function extendOrders(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('attempt').addColumn('address_block', 'text').execute()
  await sql`create index attempt_block on attempt (address_block) where address_block is not null`.execute(
    db,
  )
  const orders = [
    schema.alterTable('orders').addColumn('accepted_at', 'bigint'),
    schema.alterTable('orders').addColumn('reduced_paise', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`reduced_paise between 0 and amount_paise`),
    ),
    schema
      .alterTable('orders')
      .addColumn('ended', 'text', (c) =>
        c.check(sql`ended in ('cancelled', 'refused', 'undelivered', 'returned')`),
      ),
    schema.alterTable('orders').addColumn('end_reason', 'text', (c) => c.notNull().defaultTo('')),
    schema.alterTable('orders').addColumn('rider', 'text', (c) => c.notNull().defaultTo('')),
    schema.alterTable('orders').addColumn('search', 'text', (c) => c.notNull().defaultTo('')),
  ]
  for (const change of orders) await change.execute()
  for (const table of ['attempt_line', 'order_item']) {
    await schema
      .alterTable(table)
      .addColumn('if_missing', 'text', (c) =>
        c
          .notNull()
          .defaultTo('call')
          .check(sql`if_missing in ('similar', 'call', 'leave')`),
      )
      .execute()
  }
  // Null: as ordered. A replacement has the position of the line that it replaces.
  await schema
    .alterTable('order_item')
    .addColumn('brought_quantity', 'integer', (c) =>
      c.check(sql`brought_quantity between 0 and quantity`),
    )
    .execute()
  await schema.alterTable('order_item').addColumn('replaces', 'integer').execute()
  await schema
    .createIndex('orders_by_state')
    .on('orders')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('orders_counted')
    .on('orders')
    .columns(['status', 'ended', 'accepted_at'])
    .execute()
}

async function extendStock(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Of the units sold: those returned to the shelf, and those written off.
  await schema
    .alterTable('stock_hold')
    .addColumn('back_quantity', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`back_quantity >= 0`),
    )
    .execute()
  await schema
    .alterTable('stock_hold')
    .addColumn('lost_quantity', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`lost_quantity >= 0 and back_quantity + lost_quantity <= quantity`),
    )
    .execute()
  await sql`update stock_hold set back_quantity = quantity where state = 'returned'`.execute(db)
  await schema
    .createTable('stock_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('pack_label', 'text')
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('soldout', 'count', 'delivery')`),
    )
    .addColumn('before', 'integer')
    .addColumn('after', 'integer', (c) => c.notNull().check(sql`after >= 0`))
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('stock_entry_product')
    .on('stock_entry')
    .columns(['product_id', 'created_at desc'])
    .execute()
}

async function createAudit({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('order_action')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .execute()
  await schema
    .createIndex('order_action_order')
    .on('order_action')
    .columns(['order_id', 'created_at'])
    .execute()
  await schema
    .createIndex('order_action_age')
    .on('order_action')
    .column('created_at desc')
    .execute()
  // Each notice is sent once, whatever crashes.
  await schema
    .createTable('order_notice')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_notice_key', ['order_id', 'kind'])
    .execute()
}

async function createCash(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('cash_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('taken', 'returned')`))
    .addColumn('how', 'text', (c) => c.notNull().check(sql`how in ('cash', 'upi')`))
    .addColumn('due_paise', 'integer', (c) => c.notNull().check(sql`due_paise >= 0`))
    .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise >= 0`))
    .addColumn('rider', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .execute()
  await sql`create unique index cash_entry_once on cash_entry (order_id, kind) where undone_at is null`.execute(
    db,
  )
  await schema.createIndex('cash_entry_age').on('cash_entry').column('created_at desc').execute()
}

/** Fills in the search text of existing orders. */
async function fillSearch(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const titles = isPostgres ? sql`string_agg(title, ' ')` : sql`group_concat(title, ' ')`
  await sql`update orders set search = lower(number || ' ' || fullname || ' ' || phone || ' ' || zipcode
    || ' ' || city || ' ' || coalesce((select ${titles} from order_item where order_id = orders.id), ''))`.execute(
    db,
  )
}
