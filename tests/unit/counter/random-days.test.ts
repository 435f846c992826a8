import fc from 'fast-check'
import { test } from 'vitest'
import { endsOf, nextStep, stageOf } from '#lib/counter/stages.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { Killed } from '#tests/support/outside/payment-faults.ts'
import { auditDay } from '#tests/support/orders/day-audit.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { addUser } from '#tests/support/accounts.ts'

/** How many random days to simulate; `RANDOM_DAYS=500` simulates as many. */
const DAYS = Number(process.env['RANDOM_DAYS'] ?? 12)
const START = 500

type Deed =
  | { do: 'cash' | 'paid'; units: number }
  | { do: 'step' | 'undo'; order: number }
  | { do: 'line' | 'instead'; order: number; units: 'back' | 'lost' }
  | { do: 'end'; order: number; units: 'back' | 'lost' }
  | { do: 'part'; order: number; paise: number; beyond: 'returned' | 'never' }
  | { do: 'delivery' | 'import'; units: number }
  /** The process dies in the middle of the next action: after so many statements. */
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
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('line' as const, 'line' as const, 'instead' as const),
      ...{ order, units },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), order, units }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('part' as const),
      order,
      paise: fc.integer({ min: 1, max: 40_000 }),
      beyond: fc.constantFrom('returned' as const, 'never' as const),
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

/** The same database for a process that dies before the statement of this number; everything is rolled back. */
function dyingAfter({ db }: CounterShop, statements: number) {
  let left = statements
  return db.withPlugin({
    transformQuery({ node }) {
      if (left-- <= 0) throw new Killed('killed')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}

/** The same shop, in a process that dies after so many statements. */
function dying(shop: CounterShop, statements: number): CounterShop {
  const db = dyingAfter(shop, statements)
  const payments = { ...shop.payments, db }
  return {
    ...shop,
    payments,
    act: (id, action, input = {}) => actOnOrder(payments, OWNER, id, action, input),
  }
}

/** Simulates a day; an action that is cut off by a kill is repeated by the next process. */
async function liveDay(shop: CounterShop, day: readonly Deed[]): Promise<number> {
  const ids: string[] = []
  let received = 0
  let dyingShop: CounterShop | undefined
  for (const what of day) {
    if (what.do === 'kill') {
      dyingShop = dying(shop, what.after)
      continue
    }
    if (what.do === 'cash' || what.do === 'paid') {
      ids.push(await buy(shop, (dyingShop ?? shop).payments, what))
      dyingShop = undefined
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

/** Does some work, and repeats it in the next process if a kill cuts it off. */
async function again<T>(
  [dies, lives]: [Payments, Payments],
  work: (on: Payments) => Promise<T>,
): Promise<T> {
  try {
    return await work(dies)
  } catch (error) {
    if (error instanceof Killed) return work(lives)
    throw error
  }
}

/** Places a shopper's order, who asks again if cut off. @returns its id */
async function buy(
  shop: CounterShop,
  dies: Payments,
  { do: how, units: quantity }: { do: 'cash' | 'paid'; units: number },
): Promise<string> {
  const user = await addUser(shop.db)
  await shop.put(user.id, 'dal', quantity)
  const both: [Payments, Payments] = [dies, shop.payments]
  const fields = how === 'cash' ? { payment: 'cod' } : {}
  const begun = await again(both, (on) => shop.begin(user, fields, on))
  if (begun.kind === 'order') return begun.orderId
  if (begun.kind !== 'attempt') throw new Error(begun.kind)
  const { attempt, orderid } = begun.attempt
  const { proof } = shop.standIn.pay(orderid)
  const done = await again(both, (on) => shop.confirm(attempt, proof, user, on))
  if (done.kind !== 'order') throw new Error(done.kind)
  return done.orderId
}

/** Does one action of the day; a refused one changes nothing. @returns the units that came in */
async function live(shop: CounterShop, ids: string[], what: Deed): Promise<number> {
  if (what.do === 'refunds') await doRefunds(shop.payments)
  if (what.do === 'delivery') {
    await recordStock(shop.payments, OWNER, 'dal', {
      kind: 'delivery',
      units: what.units,
      pack: '',
    })
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
  if (what.do === 'instead') {
    const instead = { instead: 'rice', agreed: 'yes', count: 1 }
    await shop.act(id, 'line', { position: 0, quantity: 1, units: what.units, ...instead })
  }
  if (what.do === 'part') await shop.refund(id, what.paise / 100, what.beyond)
  const [as = 'cancelled'] = endsOf(stage)
  if (what.do === 'end') await shop.act(id, 'end', { as, reason: 'x', units: what.units })
  return 0
}

forEachDatabase((open) => {
  test(
    'on any day stock and money come out even, whatever is done and taken back (I3 P7)',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { minLength: 15, maxLength: 40 }), async (day) => {
          await using shop = await openCounter(open, { stock: START })
          await shop.db
            .updateTable('product')
            .set({ stock: START, gst_percent: 12 })
            .where('id', '=', 'rice')
            .execute()
          // So a replacement has a bill of its own.
          const json = JSON.stringify({ name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5' })
          await shop.db.updateTable('shop').set({ json }).execute()
          await auditDay(shop, { start: START, received: await liveDay(shop, day) })
        }),
        { numRuns: DAYS },
      )
    },
    Math.max(120_000, DAYS * 5000),
  )
})
