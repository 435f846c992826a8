import { expect, test } from 'vitest'
import { readStockSearch } from '#lib/counter/stock-search.ts'
import { findStock } from '#lib/server/counter/find-stock.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { newOrderHandler, remindOfOrders } from '#lib/server/counter/notices.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { chosenOrders, pickList } from '#lib/server/counter/pick-list.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { indianDay } from '#lib/dates.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { addUser } from '#tests/support/accounts.ts'
import { Till } from '#tests/support/orders/stock-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const URLS = { publicUrl: new URL('http://localhost:4321'), orderWebhookUrl: undefined }

/** Runs the jobs of a kind in the queue, each twice, as after a crash. */
async function work(shop: CounterShop) {
  const handlers = { 'new-order': newOrderHandler(shop.payments, URLS) }
  const jobs = await shop.db.selectFrom('job').selectAll().where('kind', '=', 'new-order').execute()
  for (const job of jobs) {
    await performJob(handlers, job)
    await performJob(handlers, job)
    await shop.db.deleteFrom('job').where('id', '=', job.id).execute()
  }
}
const toShop = async (shop: CounterShop) =>
  (await shop.mails()).filter(({ to }) => to === 'shop@example.com').map(({ subject }) => subject)

forEachDatabase((open) => {
  test('what is said in the aisle is the stock, and the pages follow', async () => {
    await using shop = await openCounter(open)
    const say = (kind: 'soldout' | 'count' | 'delivery', units?: number) =>
      recordStock(shop.payments, OWNER, 'dal', { kind, units, pack: '' })
    expect(await say('delivery', 24)).toMatchObject({ ok: true, value: { stock: 34 } })
    expect(await say('count', 30)).toMatchObject({ ok: true, value: { stock: 30 } })
    expect(await say('count')).toEqual({ ok: false, error: 'nothing' })
    shop.clock.ahead += 1000
    expect(await say('soldout')).toMatchObject({ ok: true, value: { stock: 0 } })
    const jobs = await shop.db
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'stock')
      .execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toContainEqual({
      changed: ['dal'],
      turned: ['dal'],
    })
    const entries = await shop.db.selectFrom('stock_entry').select(['before', 'after']).execute()
    expect(entries).toHaveLength(3)
    const lastSaid = { kind: 'soldout', before: 30, after: 0, who: OWNER.who }
    expect(await findStock(shop.db, readStockSearch({ q: 'toor' }), Date.now())).toMatchObject({
      products: [{ id: 'dal', stock: 0, lastSaid }],
    })
  })

  test('a product is found in the aisle however its accents and capitals are typed', async () => {
    await using shop = await openCounter(open)
    const { db } = shop
    const found = async (q: string) =>
      (await findStock(db, readStockSearch({ q }), Date.now())).products.map(({ name }) => name)
    const names = ['Émincé de Bœuf', 'मक्खन Butter', "Haldiram's Bhujia"]
    for (const name of names) {
      await db.updateTable('product').set({ name }).where('id', '=', 'dal').execute()
      for (const typed of [name, name.toLowerCase(), name.normalize('NFD')]) {
        expect(await found(typed), typed).toEqual([name])
      }
    }
    expect(await found('haldirams BHUJIA')).toEqual(names.slice(-1))
    await db.updateTable('product').set({ name: 'Émincé' }).where('id', '=', 'dal').execute()
    for (const typed of ['émincé', 'ÉMINCÉ', 'emince', 'émi'])
      expect(await found(typed), typed).toEqual(['Émincé'])
    expect(await found('émincés')).toEqual([])
  })

  test('what is counted in the aisle has what checkouts hold in it, and no unit is made of nothing (I3)', async () => {
    await using shop = await openCounter(open)
    const till = new Till(shop)
    const say = (kind: 'soldout' | 'count', units?: number) =>
      recordStock(shop.payments, OWNER, 'dal', { kind, units, pack: '' })
    const held = await till.hold('dal', 2)
    expect(await say('count', 5)).toMatchObject({ ok: true, value: { stock: 3 } })
    await till.release(held ?? '')
    expect(await shop.stock()).toBe(5)
    const gone = await till.hold('dal', 2)
    expect(await say('soldout')).toMatchObject({ ok: true, value: { stock: 0 } })
    await till.release(gone ?? '')
    expect(await shop.stock(), 'an empty shelf').toBe(0)
  })

  test('what is sold and not packed yet is counted with the shelf, and not sold again (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    const count = (units: number) =>
      recordStock(shop.payments, OWNER, 'dal', { kind: 'count', units, pack: '' })
    expect(await count(10)).toEqual({ ok: true, value: { stock: 7, promised: 3, missing: 0 } })
    const till = new Till(shop)
    const held = await till.hold('dal', 7)
    // Of the six, three are sold; so of the seven that are held, four are missing.
    expect(await count(6)).toMatchObject({ value: { stock: 0, promised: 6, missing: 4 } })
    await till.release(held ?? '')
    expect(await shop.stock()).toBe(3)
    await shop.advance(id, 'accepted', 'packed')
    expect(await count(5), 'packed units are off the shelf').toMatchObject({ value: { stock: 5 } })
  })

  test('nothing is received of what nobody counts: buyers still get it, and a count begins one (I3)', async () => {
    await using shop = await openCounter(open, { stock: null })
    const { call } = callsOn(shop)
    const staff = await addUser(shop.db, 'Ravi', 'staff')
    const say = async (kind: 'delivery' | 'count', units: number) => {
      const line = 'POST /api/desk/stock/[id]'
      const answer = await call(line, staff, { kind, units }, { params: { id: 'dal' } })
      return [answer.status, (await answer.json()).msg]
    }
    const told = expect.stringContaining('has not been counted so far, so nothing can be added')
    expect(await say('delivery', 2)).toEqual([409, told])
    expect(await shop.db.selectFrom('stock_entry').selectAll().execute()).toEqual([])
    await shop.cashOrder(5)
    expect(await shop.stock()).toBeNull()
    const promised = '3 available now. 5 more on the shelf are promised to buyers.'
    expect(await say('count', 8)).toEqual([200, expect.stringContaining(promised)])
    expect(await say('delivery', 2)).toEqual([200, expect.stringContaining('5 available now.')])
  })

  test('what a count did not find is said to be missing, and what it found to be there', async () => {
    await using shop = await openCounter(open)
    const { call } = callsOn(shop)
    const staff = await addUser(shop.db, 'Ravi', 'staff')
    const say = async (kind: 'count' | 'delivery', units: number) => {
      const line = 'POST /api/desk/stock/[id]'
      const answer = await call(line, staff, { kind, units }, { params: { id: 'dal' } })
      return (await answer.json()).msg
    }
    await shop.cashOrder(3)
    expect(await say('count', 0)).toBe(
      'Toor Dal: 0 available now. 3 are promised to buyers and were not found.',
    )
    expect(await say('count', 2)).toBe(
      'Toor Dal: 0 available now. 2 more on the shelf are promised to buyers. 1 is promised to a buyer and was not found.',
    )
    expect(await say('delivery', 5)).toBe(
      'Toor Dal: 4 available now. 1 more on the shelf is promised to a buyer.',
    )
  })

  test('the shop is told of an order once, and again while nobody accepts it', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(1)
    await work(shop)
    expect(await toShop(shop)).toEqual([expect.stringMatching(/^New order K/)])
    const look = () => remindOfOrders(shop.db, Date.now() + 11 * 60_000)
    await Promise.all([look(), look()])
    await work(shop)
    expect(await toShop(shop)).toHaveLength(2)
    await shop.advance(id, 'accepted')
    await remindOfOrders(shop.db, Date.now() + 21 * 60_000)
    await work(shop)
    expect(await toShop(shop)).toHaveLength(2)
  })

  test('the books of a day hold what was sold, called off, refunded and collected', async () => {
    await using shop = await openCounter(open)
    const cash = await shop.cashOrder(2)
    const off = await shop.cashOrder(1)
    const paid = await shop.paidOrder(3)
    await shop.act(cash, 'line', { position: 0, quantity: 1 })
    await shop.advance(cash, 'accepted', 'packed')
    await shop.act(cash, 'step', { to: 'out', rider: 'Ravi' })
    await shop.act(cash, 'step', { to: 'delivered', collected: '149' })
    await shop.act(off, 'end', { as: 'cancelled', reason: 'double', units: 'back' })
    await shop.refund(paid, '50')
    const day = indianDay(Date.now())
    const rows = await readDayBook(shop.db, day)
    expect(rows.map(({ salePaise, collectedPaise }) => [salePaise, collectedPaise])).toEqual([
      [14_950, 14_900],
      [0, 0],
      [39_850, 39_850],
    ])
    expect(dayBookCsv(rows).trimEnd().split('\r\n').at(-1)).toBe(
      ',3 orders,,,,897.00,349.00,548.00,547.50,,,,149.00,0.00,0.00',
    )
    expect(await readCashBook(shop.db, day, Date.now())).toMatchObject([
      { rider: 'Ravi', orders: 1, duePaise: 14_950, cashPaise: 14_900 },
    ])
    const today = await readToday(shop.db, Date.now(), shop.dataDir)
    expect(today.ended).toMatchObject([{ ended: 'cancelled', reason: 'double' }])
    expect(today.sold.reduce((sum, paise) => sum + paise, 0)).toBe(14_950 + 39_850)
    expect(today.counts).toMatchObject({ delivered: 1, ended: 1, new: 1 })
  })

  test("the day book writes India's time, as the shop's clock shows it", async () => {
    await using shop = await openCounter(open)
    const at = Date.parse('2026-11-26T20:05:56.230Z')
    const id = await shop.cashOrder(1)
    await shop.db.updateTable('orders').set({ created_at: at }).where('id', '=', id).execute()
    const [, row = ''] = dayBookCsv(await readDayBook(shop.db, '2026-11-27')).split('\r\n')
    expect(row).toMatch(/^2026-11-27 01:35,K/)
  })

  test('sold today is what buyers keep: neither what was called off nor replaced, also of what is not counted', async () => {
    await using shop = await openCounter(open)
    const soldToday = async (name: string) => {
      const search = readStockSearch({ q: name })
      const { products } = await findStock(shop.db, search, shop.payments.now())
      return products[0]?.soldToday
    }
    const kept = await shop.cashOrder(3)
    const off = await shop.cashOrder(1)
    expect(await soldToday('toor')).toBe(4)
    await shop.act(off, 'end', { as: 'cancelled', reason: 'double', units: 'back' })
    const rice = { position: '0', quantity: '1', instead: 'rice', agreed: 'yes' }
    expect(await shop.act(kept, 'line', rice)).toMatchObject({ ok: true })
    const refunded = await shop.paidOrder(1)
    await refundOrder(shop.db, refunded, shop.payments.now())
    expect([await soldToday('toor'), await soldToday('rice')]).toEqual([1, 2])
    await shop.advance(kept, 'accepted', 'packed', 'out', 'delivered')
    expect([await soldToday('toor'), await soldToday('rice')]).toEqual([1, 2])
    shop.clock.ahead += 24 * 3_600_000
    expect(await soldToday('toor')).toBe(0)
  })

  test('the pick list sums the chosen orders by aisle', async () => {
    await using shop = await openCounter(open)
    const ids = [await shop.cashOrder(2), await shop.paidOrder(3)]
    const numbers = await Promise.all(ids.map(async (id) => (await shop.order(id)).number))
    const aisles = await pickList(shop.db, await chosenOrders(shop.db, numbers))
    expect(aisles).toMatchObject([{ picks: [{ title: 'Toor Dal', units: 5, of: [{}, {}] }] }])
  })

  test('a row of the pick list whose number changes is no longer ticked', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    const { number } = await shop.order(id)
    const rowNow = async () => (await pickList(shop.db, await chosenOrders(shop.db, [number])))[0]
    const before = await rowNow()
    await shop.act(id, 'line', { position: '0', quantity: '2' })
    const [was, now] = [before?.picks[0], (await rowNow())?.picks[0]]
    expect([was?.units, now?.units]).toEqual([3, 2])
    expect(was?.key).not.toBe(now?.key)
  })
})
