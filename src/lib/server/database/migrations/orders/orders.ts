import { type CreateTableBuilder, type Kysely, type SchemaModule, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Checkout, payment and orders. The invariants (I1 to I8) are enforced by keys and checks: whatever the code
 * does, one payment cannot make two orders.
 */
export const orders: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await createAttempts(db)
    await createStock(schema)
    await createPayments(schema)
    await createOrders(schema)
    await createNotices(schema)
    await createDemoGateway(schema)
  },
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await delivery(schema.createTable('attempt'))
    .addColumn('id', 'text', (c) => c.primaryKey().check(sql`length(id) <= 40`))
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) =>
      c.notNull().check(sql`provider in ('razorpay', 'demo', 'cod')`),
    )
    .addColumn('provider_order_id', 'text')
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('open', 'lapsed', 'closed')`),
    )
    .addColumn('outcome', 'text', (c) =>
      c.check(sql`outcome in ('order', 'unpaid', 'refunded', 'attention')`),
    )
    // MAX_ORDER_PAISE: to raise it takes a migration too.
    .addColumn('amount_paise', 'integer', (c) =>
      c.notNull().check(sql`amount_paise between 100 and 50000000`),
    )
    .addColumn('currency', 'text', (c) => c.notNull().check(sql`currency = 'INR'`))
    .addColumn('hold_until', 'bigint', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('next_ask_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    // I2: an attempt does not end without saying how.
    .addCheckConstraint('attempt_outcome', sql`(state = 'closed') = (outcome is not null)`)
    .addUniqueConstraint('attempt_gateway_order', ['provider', 'provider_order_id'])
    .addUniqueConstraint('attempt_key', ['user_id', 'idempotency_key'])
    .execute()
  // F27: ten clicks make one attempt.
  await sql`create unique index attempt_open on attempt (user_id) where state = 'open'`.execute(db)
  await schema.createIndex('attempt_chain').on('attempt').column('chain').execute()
  await schema.createIndex('attempt_due').on('attempt').columns(['state', 'next_ask_at']).execute()
  await lines(schema.createTable('attempt_line'), 'attempt_id', 'attempt.id')
    .addColumn('pack_label', 'text')
    .addPrimaryKeyConstraint('attempt_line_key', ['attempt_id', 'position'])
    .execute()
}

async function createStock(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('stock_hold')
    .addColumn('attempt_id', 'text', (c) => c.notNull().references('attempt.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('pack_label', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 99`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('held', 'sold', 'released', 'returned')`),
    )
    .addPrimaryKeyConstraint('stock_hold_key', ['attempt_id', 'position'])
    .execute()
  await schema.createIndex('stock_hold_product').on('stock_hold').column('product_id').execute()
  await schema
    .createTable('stock_movement')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('attempt_id', 'text', (c) => c.notNull().references('attempt.id'))
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('pack_label', 'text')
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('hold', 'release', 'sale', 'return')`),
    )
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('stock_movement_product')
    .on('stock_movement')
    .column('product_id')
    .execute()
}

async function createPayments(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('payment')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_payment_id', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.notNull().references('attempt.id'))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('created', 'failed', 'authorized', 'captured', 'refunded')`),
    )
    .addColumn('outcome', 'text', (c) => c.check(sql`outcome in ('order', 'refund', 'attention')`))
    .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    // I1, I2: one row per payment, and captured money is never without an outcome.
    .addUniqueConstraint('payment_once', ['provider', 'provider_payment_id'])
    .addCheckConstraint('payment_outcome', sql`state <> 'captured' or outcome is not null`)
    .execute()
  await schema.createIndex('payment_attempt').on('payment').column('attempt_id').execute()
  await schema
    .createTable('refund')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // P7: whole payments are refunded, once.
    .addColumn('payment_id', 'text', (c) => c.notNull().unique().references('payment.id'))
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
    .execute()
  await schema.createIndex('refund_due').on('refund').columns(['state', 'next_try_at']).execute()
}

async function createOrders(schema: SchemaModule): Promise<void> {
  await delivery(schema.createTable('orders'))
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
    // I1: one order per attempt, per chain of attempts for one cart, and per payment.
    .addColumn('attempt_id', 'text', (c) => c.notNull().unique().references('attempt.id'))
    .addColumn('chain', 'text', (c) => c.notNull().unique())
    .addColumn('payment_id', 'text', (c) => c.unique().references('payment.id'))
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`status in ('pending', 'confirmed', 'packed', 'out_for_delivery', 'delivered', 'cancelled', 'refunded', 'needs_attention')`,
        ),
    )
    .addColumn('amount_paise', 'integer', (c) => c.notNull().check(sql`amount_paise >= 100`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('orders_of_user')
    .on('orders')
    .columns(['user_id', 'created_at desc'])
    .execute()
  await schema.createIndex('orders_by_age').on('orders').column('created_at desc').execute()
  await lines(schema.createTable('order_item'), 'order_id', 'orders.id')
    .addPrimaryKeyConstraint('order_item_key', ['order_id', 'position'])
    .execute()
  await schema.createIndex('order_item_product').on('order_item').column('product_id').execute()
  await schema
    .createTable('order_event')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('order_event_order').on('order_event').column('order_id').execute()
}

async function createNotices(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_event')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_event_key', ['provider', 'event_id'])
    .execute()
  await schema
    .createTable('attention')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('payment_ref', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.references('attempt.id'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('resolved_at', 'bigint')
    .addUniqueConstraint('attention_once', ['reason', 'provider', 'payment_ref'])
    .execute()
  await schema
    .createTable('delivery_pin')
    .addColumn('prefix', 'text', (c) => c.primaryKey().check(sql`length(prefix) between 1 and 6`))
    .execute()
}

/** The demo gateway's own tables: like the real one, it survives a kill of the shop. */
async function createDemoGateway(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('demo_order')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('receipt', 'text', (c) => c.notNull().unique())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('demo_payment')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('demo_order.id'))
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('capture_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('demo_payment_order').on('demo_payment').column('order_id').execute()
  await schema
    .createTable('demo_refund')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('payment_id', 'text', (c) => c.notNull().unique().references('demo_payment.id'))
    .addColumn('amount', 'integer', (c) => c.notNull())
    .execute()
}

const DELIVERY = [
  ...['fullname', 'country', 'street1', 'street2', 'city', 'region', 'zipcode', 'phone'],
  ...['email', 'note'],
]

function delivery(table: CreateTableBuilder<string>) {
  return DELIVERY.reduce((made, name) => made.addColumn(name, 'text', (c) => c.notNull()), table)
}

/** The columns of lines as shown and charged; the database checks the subtotals too (I4). */
function lines(table: CreateTableBuilder<string>, owner: string, reference: string) {
  return table
    .addColumn(owner, 'text', (c) => c.notNull().references(reference))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('choice', 'text', (c) => c.notNull())
    .addColumn('choice_label', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('hsn', 'text', (c) => c.notNull())
    .addColumn('gst_percent', 'real')
    .addColumn('price_paise', 'integer', (c) => c.notNull().check(sql`price_paise > 0`))
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 99`))
    .addColumn('subtotal_paise', 'integer', (c) => c.notNull())
    .addCheckConstraint(`${owner}_subtotal`, sql`subtotal_paise = price_paise * quantity`)
}
