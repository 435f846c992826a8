import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import type { RazorpayStandIn, StoredPayment } from '#tests/razorpay/stand-in.ts'

/** After this long without any change, nothing more is expected. */
const STUCK_MS = 60_000

/** What was found in the books of shop and gateway once everything was settled. */
export type Books = {
  captured: number
  orders: number
  refunded: number
  lost: number
  duplicates: number
  oversold: number
  wrongTotals: number
  /** Mails that were not sent, or were sent twice under different names. */
  wrongMails: number
  /** Orders without exactly one bill, and gaps in the numbers of bills. */
  wrongBills: number
}

/** How much is left to do, by kind. */
export async function countOpen(db: Db, standIn: RazorpayStandIn) {
  const settled = await db
    .selectFrom('payment')
    .select('id')
    .where('outcome', 'is not', null)
    .execute()
  const attempts = await db.selectFrom('attempt').select('id').where('state', '=', 'open').execute()
  const refunds = await db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'pending')
    .execute()
  const jobs = await db.selectFrom('job').select('id').execute()
  const payments = standIn.payments.length - settled.length
  return { payments, attempts: attempts.length, refunds: refunds.length, jobs: jobs.length }
}

/** Waits until all captured money has ended as an order or a refund, and no hold, refund or job is left. */
export async function settle(
  db: Db,
  standIn: RazorpayStandIn,
  tell: (open: string) => void,
): Promise<void> {
  let last = ''
  let changedAt = Date.now()
  while (Date.now() - changedAt < STUCK_MS) {
    const open = await countOpen(db, standIn)
    const now = JSON.stringify(open)
    if (Object.values(open).every((count) => count === 0)) return
    if (now !== last) {
      tell(now)
      changedAt = Date.now()
      last = now
    }
    await hasten(db)
    await pause(100)
  }
}

/** Lets retries that are due in a minute or an hour happen at once, so that the test need not wait for them. */
async function hasten(db: Db): Promise<void> {
  try {
    await db
      .updateTable('attempt')
      .set({ next_ask_at: 0 })
      .where('state', '=', 'lapsed')
      .where('next_ask_at', '>', Date.now() + 2000)
      .execute()
    await db
      .updateTable('job')
      .set({ run_at: 0 })
      .where('failed_at', 'is', null)
      .where('run_at', '>', Date.now() + 2000)
      .execute()
    await db
      .updateTable('refund')
      .set({ next_try_at: 0 })
      .where('state', '=', 'pending')
      // A claim is for 15 s. One older than 4 s is of a killed server, as the gateway answers within 3 s.
      .where((eb) =>
        eb.or([
          eb('next_try_at', '>', Date.now() + 20_000),
          eb.between('next_try_at', Date.now() + 2000, Date.now() + 11_000),
        ]),
      )
      .execute()
  } catch {
    // The servers write, too; the next call tries again.
  }
}

/**
 * Compares the shop's books with the gateway's (I1 to I5).
 * @param start the stock that each product had at first
 * @param hasOtherMails whether the shop also sends mails about accounts: then only no mail may be left
 */
export async function audit(
  db: Db,
  dataDir: string,
  standIn: RazorpayStandIn,
  start: number,
  hasOtherMails = false,
): Promise<Books> {
  const payments = await db.selectFrom('payment').selectAll().execute()
  const orders = await db.selectFrom('orders').selectAll().execute()
  const items = await db.selectFrom('order_item').selectAll().execute()
  const products = await db.selectFrom('product').select(['id', 'stock']).execute()
  const mails = await db.selectFrom('job').select('id').where('kind', '=', 'mail').execute()
  const refunds = await db.selectFrom('refund').select('id').execute()
  const outbox = join(dataDir, 'outbox')
  const sent = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const byRef = new Map(payments.map((payment) => [payment.provider_payment_id, payment]))
  const orderOf = new Map(orders.map((order) => [order.payment_id, order]))
  const isSettled = ({ id, status }: StoredPayment) => {
    const payment = byRef.get(id)
    if (!payment) return false
    const isKept = status === 'captured' && orderOf.has(payment.id)
    const isBack = status === 'refunded' && payment.outcome === 'refund'
    return isKept || (isBack && !orderOf.has(payment.id))
  }
  const sum = <Row>(rows: Row[], of: (row: Row) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const soldOf = (id: string) =>
    sum(
      items.filter((item) => item.product_id === id),
      (item) => item.quantity,
    )
  const paid = new Map(standIn.payments.map((payment) => [payment.id, payment.amount]))
  const refOf = new Map(payments.map((payment) => [payment.id, payment.provider_payment_id]))
  const isWrong = ({ id, payment_id, amount_paise }: (typeof orders)[number]) => {
    const lines = items.filter((item) => item.order_id === id)
    const amount = paid.get(refOf.get(payment_id ?? '') ?? '')
    return amount !== amount_paise || sum(lines, (line) => line.subtotal_paise) !== amount_paise
  }
  const doubled = (values: string[]) => values.length - new Set(values).size
  return {
    captured: standIn.payments.length,
    orders: orders.length,
    refunded: standIn.payments.filter(({ status }) => status === 'refunded').length,
    lost: standIn.payments.filter((payment) => !isSettled(payment)).length,
    duplicates:
      doubled(orders.map(({ attempt_id }) => attempt_id)) +
      doubled(standIn.orders.map(({ receipt }) => receipt)),
    oversold: products.filter(({ id, stock }) => (stock ?? 0) + soldOf(id) !== start).length,
    wrongTotals: orders.filter(isWrong).length,
    wrongMails:
      mails.length + (hasOtherMails ? 0 : Math.abs(sent.length - orders.length - refunds.length)),
    wrongBills: await countWrongBills(db, orders),
  }
}

/** Counts orders that do not have one bill over their sum, and series of bills with gaps in their numbers. */
async function countWrongBills(
  db: Db,
  orders: readonly { id: string; amount_paise: number }[],
): Promise<number> {
  const bills = await db.selectFrom('bill').selectAll().execute()
  const series = await db.selectFrom('bill_series').selectAll().execute()
  const unbilled = orders.filter(({ id, amount_paise: paise }) => {
    const own = bills.filter((bill) => bill.order_id === id && bill.kind !== 'credit')
    return own.length !== 1 || own[0]?.amount_paise !== paise
  })
  const gaps = series.filter(({ kind, year, last }) => {
    const numbers = bills.filter((bill) => bill.kind === kind && bill.year === year)
    return numbers.length !== last || numbers.some(({ number }) => number > last)
  })
  return unbilled.length + gaps.length
}
