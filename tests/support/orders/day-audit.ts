import { expect } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { type DayRow, readDayBook } from '#lib/server/counter/day-book.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import type { CounterShop } from './counter-shop.ts'

const REFUND_GAP_MS = 3_600_000

/**
 * Checks stock, money and bills after a day: nothing is lost, and nothing counted twice (I3, P7).
 */
export async function auditDay(
  shop: CounterShop,
  { start, received }: { start: number; received: number },
): Promise<void> {
  const { db, standIn } = shop
  const holds = await db.selectFrom('stock_hold').selectAll().execute()
  for (const [id, more] of [
    ['dal', received],
    ['rice', 0],
  ] as const) {
    const away = holds
      .filter((hold) => hold.product_id === id)
      .reduce((sum, hold) => sum + hold.quantity - hold.back_quantity, 0)
    expect(await shop.stock(id), id).toBe(start + more - away)
  }
  const brought = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select([
      'orders.id',
      'amount_paise',
      'reduced_paise',
      'price_paise',
      'quantity',
      'brought_quantity',
    ])
    .execute()
  for (const [id, lines] of Map.groupBy(brought, (line) => line.id)) {
    const paise = lines.map((line) => line.price_paise * (line.brought_quantity ?? line.quantity))
    const [{ amount_paise = 0, reduced_paise = 0 } = {}] = lines
    // Beside its lines only what was taken off it has a credit note of its own.
    const off = (await billsOf(db, id)).filter(({ cause }) => cause.startsWith('off '))
    const offPaise = sumOf(off.map((credit) => credit.amount_paise))
    expect([id, amount_paise - reduced_paise]).toEqual([id, sumOf(paise) - offPaise])
  }
  // A refund interrupted by a kill is tried again after this gap.
  shop.clock.ahead += REFUND_GAP_MS
  await doRefunds(shop.payments)
  const net = standIn.payments.reduce((sum, paid) => sum + paid.amount - paid.amount_refunded, 0)
  const rows = await readDayBook(db, indianDay(Date.now()))
  const online = rows.filter(({ payment }) => payment === 'online')
  expect(online.reduce((sum, row) => sum + row.salePaise, 0)).toBe(net)
  for (const paid of standIn.payments) expect(paid.amount_refunded).toBeLessThanOrEqual(paid.amount)
  const keys = standIn.refunds.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  await auditCash(shop, rows)
  for (const { number, salePaise } of rows) {
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const bills = (await billsOf(db, id)).map(({ kind, amount_paise: paise }) =>
      kind === 'credit' ? -paise : paise,
    )
    expect([number, sumOf(bills)]).toEqual([number, salePaise])
  }
  await auditTold(shop, rows.length)
}

/** Checks that all that was to be paid in cash came in, and is in the cash book, less what was given back. */
async function auditCash({ db }: CounterShop, rows: readonly DayRow[]): Promise<void> {
  const cash = rows.filter(({ payment }) => payment === 'cash')
  for (const { number, stage, collectedPaise, salePaise } of cash) {
    if (stage === 'delivered') expect([number, collectedPaise]).toEqual([number, salePaise])
  }
  const book = await readCashBook(db, indianDay(Date.now()), Date.now())
  const kept = book.map((row) => row.cashPaise + row.upiPaise - row.returnedPaise)
  expect(sumOf(kept)).toBe(sumOf(cash.map(({ collectedPaise }) => collectedPaise)))
  expect(sumOf(book.map(({ shortPaise }) => shortPaise))).toBe(0)
}

/** Checks that each order was announced once, and its buyer told of each step once (I5). */
async function auditTold(shop: CounterShop, orders: number): Promise<void> {
  expect(orders).toBe(await shop.count('attempt'))
  const announced = await shop.db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'new-order')
    .execute()
  expect(new Set(announced.map(({ payload }) => payload)).size).toBe(orders)
  expect(announced).toHaveLength(orders)
  const steps = (await shop.mails())
    .map(({ subject }) => subject)
    .filter((text) => /^Order /.test(text))
  expect(steps).toEqual([...new Set(steps)])
}

const sumOf = (paise: number[]) => paise.reduce((sum, one) => sum + one, 0)
