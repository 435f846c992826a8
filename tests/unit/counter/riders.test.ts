import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { findOrders } from '#lib/server/counter/find-orders.ts'
import { findRiders, isOfRider } from '#lib/server/counter/riders.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { DAY_MS } from '#lib/server/durations.ts'
import { openLatin } from '#tests/support/databases/latin-database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const DAL = 14_950

/** Sends a cash order of one unit out with a rider, a moment after what was done before. */
async function sendOut(shop: CounterShop, rider: string) {
  const id = await shop.cashOrder(1)
  await shop.advance(id, 'accepted', 'packed')
  shop.clock.ahead += 1
  await shop.act(id, 'step', { to: 'out', rider })
  return id
}

forEachDatabase((open) => {
  test('a rider has one place in the cash book and one list of orders, however the name is typed', async () => {
    await using shop = await openCounter(open)
    for (const rider of ['ravi', 'Ravi', 'Amit']) {
      await shop.advance(await sendOut(shop, rider), 'delivered')
    }
    await sendOut(shop, 'RAVI')
    const now = shop.payments.now()
    expect(await readCashBook(shop.db, indianDay(now), now)).toMatchObject([
      { rider: 'Amit', orders: 1, cashPaise: DAL },
      { rider: 'Ravi', orders: 2, cashPaise: 2 * DAL, openOrders: 1, openPaise: DAL },
    ])
    const { orders } = await findOrders(shop.db, { rider: 'rAVI ' })
    expect(orders.map(({ rider }) => rider).toSorted()).toEqual(['RAVI', 'Ravi', 'ravi'])
  })

  test('a rider whose name has an accent is one too, on a phone that types none as well', async () => {
    await using shop = await openCounter(open)
    for (const rider of ['Émile', 'emile']) await sendOut(shop, rider)
    const now = shop.payments.now()
    expect(await readCashBook(shop.db, indianDay(now), now)).toMatchObject([{ openOrders: 2 }])
    for (const rider of ['ÉMILE', 'émile']) {
      expect((await findOrders(shop.db, { rider })).orders, rider).toHaveLength(2)
    }
    expect(await findRiders(shop.db, now)).toHaveLength(1)
  })

  test('the riders of the last thirty days are suggested, each once and as last spelled', async () => {
    await using shop = await openCounter(open)
    await shop.advance(await sendOut(shop, 'Long Gone'), 'delivered')
    shop.clock.ahead += 31 * DAY_MS
    for (const rider of ['ravi', '', 'Ravi']) {
      await shop.advance(await sendOut(shop, rider), 'delivered')
    }
    const id = await sendOut(shop, 'ravi k')
    await shop.take(id, '100', 'cash', { rider: 'amit' })
    expect(await findRiders(shop.db, shop.payments.now())).toEqual(['amit', 'Ravi', 'ravi k'])
  })
})

test('a rider in other letters is found as typed, also by a PostgreSQL that knows ASCII alone', async () => {
  await using plain = await openLatin('UTF8')
  await using db = openDatabase(plain.url)
  const query = sql`select ${isOfRider(db, 'Жора ')} as found from (select ' Жора' as rider) as orders`
  expect((await query.execute(db)).rows).toEqual([{ found: true }])
})
