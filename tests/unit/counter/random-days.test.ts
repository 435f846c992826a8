import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsOf, nextStep, stageOf } from '#lib/counter/stages.ts'
import { doRefunds } from '#lib/server/orders/refunds.ts'
import { dayOf } from '#lib/counter/order-filter.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { sayStock } from '#lib/server/counter/stock.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/import-files.ts'
import { addUser } from '#tests/support/accounts.ts'

/** Days of so many steps each; `RANDOM_DAYS=500` lives as many. */
const DAYS = Number(process.env['RANDOM_DAYS'] ?? 12)
const START = 500
const REFUND_GAP_MS = 3_600_000

type Deed =
  | { do: 'cash' | 'paid'; units: number }
  | { do: 'step' | 'undo'; order: number }
  | { do: 'line'; order: number; units: 'back' | 'lost' }
  | { do: 'end'; order: number; units: 'back' | 'lost' }
  | { do: 'part'; order: number; paise: number }
  | { do: 'delivery' | 'import'; units: number }
  /** The process dies in the middle of the next thing: after so many statements. */
  | { do: 'kill'; after: number }
  | { do: 'refunds' }

const order = fc.nat({ max: 7 })
const units = fc.constantFrom('back' as const, 'lost' as const)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cash' as const, 'paid' as const),
      units: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('step' as const), order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('line' as const), order, units }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), order, units }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('part' as const),
      order,
      paise: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('delivery' as const, 'import' as const),
      units: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('kill' as const), after: fc.nat({ max: 25 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refunds' as const) }) },
)

class Killed extends Error {}

/** The same database for a process that dies before its statement of this number: all is rolled back. */
function dyingAfter({ db }: CounterShop, statements: number) {
  let left = statements
  return db.withPlugin({
    transformQuery({ node }) {
      if (left-- <= 0) throw new Killed()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}

/** The same shop in such a process. */
function dying(shop: CounterShop, statements: number): CounterShop {
  const db = dyingAfter(shop, statements)
  const payments = { ...shop.payments, db }
  return {
    ...shop,
    payments,
    act: (id, action, input = {}) => actOnOrder(payments, OWNER, id, action, input),
  }
}

/** Lives a day; each thing that a kill cuts off is done again, by the process that comes after it. */
async function liveDay(shop: CounterShop, day: readonly Deed[]): Promise<number> {
  const ids: string[] = []
  let received = 0
  let dyingShop: CounterShop | undefined
  for (const what of day) {
    if (what.do === 'kill') {
      dyingShop = dying(shop, what.after)
      continue
    }
    try {
      received += await live(dyingShop ?? shop, ids, what)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      received += await live(shop, ids, what)
    }
    dyingShop = undefined
  }
  return received
}

/** Does one thing of the day; what is refused changes nothing. @returns units that came in */
async function live(shop: CounterShop, ids: string[], what: Deed): Promise<number> {
  if (what.do === 'cash' || what.do === 'paid') {
    const user = await addUser(shop.db)
    const make = what.do === 'cash' ? shop.cashOrder : shop.paidOrder
    ids.push(await make(what.units, user))
    return 0
  }
  if (what.do === 'refunds') await doRefunds(shop.payments)
  if (what.do === 'delivery') {
    await sayStock(shop.payments, OWNER, 'dal', { kind: 'delivery', units: what.units, pack: '' })
    return what.units
  }
  if (what.do === 'import') {
    await importText({ ...shop, db: shop.payments.db }, `sku,stock\nSKU-1,+${what.units}\n`)
    return what.units
  }
  const id = 'order' in what ? ids[what.order % Math.max(1, ids.length)] : undefined
  if (id === undefined || !('order' in what)) return 0
  const row = await shop.order(id)
  const stage = stageOf(row)
  if (what.do === 'step')
    await shop.act(id, 'step', { to: nextStep(stage) ?? 'delivered', from: stage })
  if (what.do === 'undo') await shop.act(id, 'undo')
  if (what.do === 'line')
    await shop.act(id, 'line', { position: 0, quantity: 1, units: what.units })
  if (what.do === 'part') await shop.act(id, 'refund', { amount: what.paise / 100, reason: 'x' })
  const [as = 'cancelled'] = endsOf(stage)
  if (what.do === 'end') await shop.act(id, 'end', { as, reason: 'x', units: what.units })
  return 0
}

/** Stock and money after a day: nothing is lost, and nothing is twice (I3, P7). */
async function audit(shop: CounterShop, received: number): Promise<void> {
  const { db, standIn } = shop
  const holds = await db.selectFrom('stock_hold').selectAll().execute()
  const away = holds.reduce((sum, hold) => sum + hold.quantity - hold.back_quantity, 0)
  expect(await shop.stock()).toBe(START + received - away)
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
  for (const line of brought) {
    const now = line.price_paise * (line.brought_quantity ?? line.quantity)
    expect(line.amount_paise - line.reduced_paise).toBe(now)
  }
  // A refund that a kill has cut off is tried again after its gap.
  shop.clock.ahead += REFUND_GAP_MS
  await doRefunds(shop.payments)
  const net = standIn.payments.reduce((sum, paid) => sum + paid.amount - paid.amount_refunded, 0)
  const rows = await readDayBook(db, dayOf(Date.now()))
  const online = rows.filter(({ payment }) => payment === 'online')
  expect(online.reduce((sum, row) => sum + row.salePaise, 0)).toBe(net)
  for (const paid of standIn.payments) expect(paid.amount_refunded).toBeLessThanOrEqual(paid.amount)
  const keys = standIn.refunds.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
}

forEachDatabase((open) => {
  test(
    'on any day stock and money come out even, whatever is done and taken back (I3 P7)',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { minLength: 15, maxLength: 40 }), async (day) => {
          await using shop = await openCounter(open, { stock: START })
          await audit(shop, await liveDay(shop, day))
        }),
        { numRuns: DAYS },
      )
    },
    Math.max(120_000, DAYS * 5000),
  )
})
