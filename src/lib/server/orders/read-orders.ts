import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { paiseToRupees } from '#lib/money.ts'
import { type Order, type OrderProduct, ORDERS_PER_PAGE } from '#lib/checkout/order.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { canCancel } from './statuses.ts'

type Row = Awaited<ReturnType<typeof selectOrders>>[number]
type Item = Selectable<Database['order_item']>

/** One page of a shopper's orders, newest first; each order repeats the page and the number of pages (S-110). */
export async function listOrders(db: Db, userId: string, page: number) {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const totalPages = Math.max(1, Math.ceil(Number(count) / ORDERS_PER_PAGE))
  const rows = await selectOrders(db, userId, ORDERS_PER_PAGE, (page - 1) * ORDERS_PER_PAGE)
  const items = await itemsOf(
    db,
    rows.map(({ id }) => id),
  )
  const orders = rows.map((row) => toOrder(row, items.get(row.id) ?? [], page, totalPages))
  return { orders, page, totalPages }
}

/** A shopper's own order with its timeline; somebody else's looks like an unknown one (I8). */
export function findOrder(db: Db, userId: string, id: string): Promise<Order | undefined> {
  return findOne(db, userId, id)
}

/** Anybody's order, for the staff who handle it. */
export function findAnyOrder(db: Db, id: string): Promise<Order | undefined> {
  return findOne(db, undefined, id)
}

/** What has happened to an order, oldest first. */
export function eventsOf(db: Db, orderId: string) {
  return (
    db
      .selectFrom('order_event')
      .select(['status', 'note', 'created_at'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      // It may be called off and count as refunded in one moment: that is what it ends as.
      .orderBy(sql`case status when 'refunded' then 1 else 0 end`)
      .execute()
  )
}

async function findOne(db: Db, userId: string | undefined, id: string) {
  const [row] = await selectOrders(db, userId, 1, 0, id)
  if (!row) return undefined
  const items = await itemsOf(db, [id])
  const events = await eventsOf(db, id)
  return {
    ...toOrder(row, items.get(id) ?? [], 1, 1),
    events: events.map(({ status, note, created_at }) => ({
      ...{ status, note, date: new Date(created_at).toISOString() },
    })),
  }
}

/** How an order has ended without being kept; undefined if it has not. */
export async function endOf(db: Db, id: string) {
  const { status, ended } = await db
    .selectFrom('orders')
    .select(['status', 'ended'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return ended ?? (status === 'cancelled' || status === 'refunded' ? status : undefined)
}

/** The order that was made of a payment, by our id of the payment. */
export function orderOfPayment(db: Db, paymentId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

function selectOrders(
  db: Db,
  userId: string | undefined,
  limit: number,
  offset: number,
  id?: string,
) {
  return db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.id', 'orders.payment_id')
    .selectAll('orders')
    .select((eb) => [
      'payment.provider_payment_id as payment_ref',
      'payment.state as payment_state',
      eb('payment.amount_paise', '-', eb.ref('payment.refund_paise')).as('kept_paise'),
      latestRefund(eb)
        .select((on) => on.fn.coalesce('refund.given_how', 'refund.state').as('shown'))
        .as('refund_state'),
      latestRefund(eb).select('refund.amount_paise').as('refund_paise'),
    ])
    .$if(userId !== undefined, (query) => query.where('orders.user_id', '=', userId ?? ''))
    .$if(id !== undefined, (query) => query.where('orders.id', '=', id ?? ''))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

const latestRefund = ({ selectFrom }: ExpressionBuilder<Database, 'orders'>) =>
  selectFrom('refund')
    .whereRef('refund.payment_id', '=', 'orders.payment_id')
    .orderBy('refund.created_at', 'desc')
    .orderBy('refund.id')
    .limit(1)

async function itemsOf(db: Db, ids: readonly string[]): Promise<Map<string, Item[]>> {
  const items = new Map<string, Item[]>()
  if (ids.length === 0) return items
  const rows = await db
    .selectFrom('order_item')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  for (const row of rows) items.set(row.order_id, [...(items.get(row.order_id) ?? []), row])
  return items
}

/** An order with lines and total as delivered; what was left out or replaced is told by mail. */
function toOrder(row: Row, items: Item[], page: number, totalpages: number): Order {
  const duePaise = row.amount_paise - row.reduced_paise
  const refund: Order['refund'] = row.refund_state
  const isPart = row.payment_state !== 'refunded' && Number(row.kept_paise) > 0
  return {
    _id: row.id,
    number: row.number,
    paymentid: row.payment_ref ?? '',
    name: row.fullname,
    phonenumber: row.phone,
    address: [row.street1, row.street2].filter(Boolean).join(' '),
    ...{ city: row.city, state: row.region, country: row.country, zipcode: row.zipcode },
    ...{ amount: duePaise, total: paiseToRupees(duePaise) },
    ...{ email: row.email, userid: row.user_id ?? '', status: row.status },
    date: new Date(row.created_at).toISOString(),
    arrives: row.arrives,
    ...{ note: row.note, payment: row.payment_id === null ? 'cod' : 'online', refund },
    refundpart: isPart ? (row.refund_paise ?? 0) : 0,
    ...{ cancancel: canCancel(row.status), page, totalpages },
    products: items
      .map((item) => ({ ...item, now: item.brought_quantity ?? item.quantity }))
      .filter(({ now }) => now > 0)
      .map((item) => toProduct(item, item.now)),
  }
}

const toProduct = (item: Item, quantity: number): OrderProduct => ({
  ...{ productid: item.product_id, producttitle: item.title, image: item.image },
  ...{ price: paiseToRupees(item.price_paise), quantity },
  subtotal: paiseToRupees(item.price_paise * quantity),
  ...{ choice: item.choice_label, unit: item.unit ?? '' },
  ...{ hsn: item.hsn, gst: item.gst_percent },
})

/**
 * The lines of an order as its bill lists them, which later changes do not touch; what was brought instead, by the
 * position of its line, with the position of what it replaces.
 */
export async function billedProducts(db: Db, orderId: string) {
  return (await billedByOrder(db, [orderId])).of(orderId)
}

/** The same of several orders. */
export async function billedByOrder(db: Db, orderIds: readonly string[]) {
  const items = await itemsOf(db, orderIds)
  return { of: (orderId: string) => billedItems(items.get(orderId) ?? []) }
}

function billedItems(items: readonly Item[]) {
  const lines = items.map((item) => ({
    ...{ position: item.position, replaces: item.replaces },
    product: toProduct(item, item.quantity),
  }))
  const billed = lines.filter(({ replaces }) => replaces === null)
  const isChanged = items.some(({ brought_quantity, replaces, quantity }) => {
    return replaces !== null || (brought_quantity ?? quantity) !== quantity
  })
  return { billed: billed.map(({ product }) => product), lines, isChanged }
}
