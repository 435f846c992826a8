import { expect, test } from 'vitest'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { indianDay } from '#lib/dates.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const DAY_MS = 24 * 3_600_000

/** An order of 299 rupees in cash that Ravi has with him. */
async function onTheWay(shop: CounterShop): Promise<string> {
  const id = await shop.cashOrder(2)
  await shop.advance(id, 'accepted', 'packed')
  await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
  return id
}
const bookOf = (shop: CounterShop, daysAgo = 0) => {
  const now = Date.now()
  return readCashBook(shop.db, indianDay(now - daysAgo * DAY_MS), now)
}
const shownOf = async (shop: CounterShop, id: string) => {
  const shown = await showOrder(shop.db, id, shop.payments.now())
  if (!shown) throw new Error(`no order ${id}`)
  return shown
}

forEachDatabase((open) => {
  test('a buyer who pays 200 by UPI on the way and 99 in cash at the door has paid, and both stand in the books', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    await shop.take(id, '200', 'upi', { reference: 'T1' })
    expect(await bookOf(shop)).toMatchObject([
      { rider: 'Ravi', upiPaise: 20_000, shortPaise: 0, openOrders: 1, openPaise: 9900 },
    ])
    expect((await readToday(shop.db, Date.now(), shop.dataDir)).toCollectPaise).toBe(9900)
    await shop.act(id, 'step', { to: 'delivered' })
    expect(await bookOf(shop)).toMatchObject([
      {
        ...{ rider: 'Ravi', orders: 1, duePaise: 29_900, cashPaise: 9900, upiPaise: 20_000 },
        ...{ shortPaise: 0, openOrders: 0 },
      },
    ])
    const rows = await readDayBook(shop.db, indianDay(Date.now()))
    expect(rows).toMatchObject([
      { collectedPaise: 29_900, how: 'cash+upi', cashPaise: 9900, upiPaise: 20_000 },
    ])
    expect(dayBookCsv(rows)).toContain(',299.00,cash+upi,Ravi,T1,99.00,200.00')
    expect((await shopOver(shop, 'orders', 'list')).out).toContain('Rs 299 cash, Rs 299 collected ')
    const { cash } = await shownOf(shop, id)
    expect(cash.toSorted((one, other) => other.amount_paise - one.amount_paise)).toMatchObject([
      { how: 'upi', amount_paise: 20_000, reference: 'T1', rider: 'Ravi', who: 'command line' },
      { how: 'cash', amount_paise: 9900, reference: '', rider: 'Ravi', who: 'command line' },
    ])
    // It is given back the ways it came, from the till.
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(await bookOf(shop)).toMatchObject([
      { rider: 'Ravi', isShop: false, returnedPaise: 0 },
      { isShop: true, orders: 1, returnedPaise: 29_900, returnedUpiPaise: 20_000 },
    ])
    const { out } = await shopOver(shop, 'orders', 'cashbook')
    expect(out).toContain('At the shop: 1 order, Rs 299 given back (of which Rs 200 by UPI)')
    expect(out).not.toContain('Without a rider')
  })

  test('money is recorded once, however often the button is pressed and by however many (P6)', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    const press = () => shop.act(id, 'cash', { amount: '100', how: 'upi', restPaise: 29_900 })
    const both = await Promise.all([press(), press()])
    expect(both.map((done) => (done.ok ? 'done' : done.error)).toSorted()).toEqual([
      'changed',
      'done',
    ])
    expect((await shownOf(shop, id)).toCollectPaise).toBe(19_900)
    // Two people correct the same record.
    const [entry] = (await shownOf(shop, id)).cash
    const fix = (amount: string) =>
      shop.act(id, 'correct', { entry: entry?.id, amount, how: 'upi' })
    const fixed = await Promise.all([fix('90'), fix('80')])
    expect(fixed.filter((done) => done.ok)).toHaveLength(1)
    expect((await shownOf(shop, id)).cash).toHaveLength(1)
  })

  test('one record is corrected or taken back on its own, and what is short by it stays in the book', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    await shop.take(id, '200', 'upi', { reference: 'T1' })
    await shop.act(id, 'step', { to: 'delivered' })
    expect(await shop.correct(id, { amount: '200.01', how: 'upi' }, 20_000)).toMatchObject({
      ...{ ok: false, error: 'aboveDue', duePaise: 20_000 },
    })
    await shop.correct(id, { amount: '150', how: 'upi', reference: 'T2', rider: 'Ravi' }, 20_000)
    expect(await bookOf(shop)).toMatchObject([
      { cashPaise: 9900, upiPaise: 15_000, shortPaise: 5000, duePaise: 29_900 },
    ])
    await shop.correct(id, { takeback: 'yes' }, 9900)
    expect(await bookOf(shop)).toMatchObject([
      { cashPaise: 0, upiPaise: 15_000, shortPaise: 14_900, duePaise: 29_900 },
    ])
    const { restPaise, actions } = await shownOf(shop, id)
    expect(restPaise).toBe(14_900)
    const said = actions
      .filter(({ kind }) => kind === 'cash')
      .map(({ before, after }) => [before, after])
    expect(said).toContainEqual(['200 UPI T1 Ravi', '150 UPI T2 Ravi'])
    expect(said).toContainEqual(['99 Cash Ravi', 'taken back'])
  })

  test('what was short and is paid the next day makes up for it, and the days add up', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    await shop.act(id, 'step', { to: 'delivered', collected: '250' })
    const yesterday = Date.now() - DAY_MS
    await shop.db.updateTable('cash_entry').set({ created_at: yesterday }).execute()
    await shop.take(id, '49')
    expect(await bookOf(shop, 1)).toMatchObject([{ duePaise: 29_900, shortPaise: 4900 }])
    expect(await bookOf(shop)).toMatchObject([
      { orders: 1, duePaise: 0, cashPaise: 4900, shortPaise: -4900 },
    ])
    expect((await shopOver(shop, 'orders', 'cashbook')).out).toContain('Rs 49 paid later')
    expect((await shopOver(shop, 'orders', 'list')).out).toContain('Rs 299 collected ')
  })

  test('a part that was recorded the old way, before its delivery, adds up too', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    await shop.take(id, '200', 'upi')
    // Such a record said what was due for the whole order.
    await shop.db.updateTable('cash_entry').set({ due_paise: 29_900 }).execute()
    await shop.act(id, 'step', { to: 'delivered' })
    expect(await bookOf(shop)).toMatchObject([
      { orders: 1, duePaise: 29_900, cashPaise: 9900, upiPaise: 20_000, shortPaise: 0 },
    ])
  })

  test('money by UPI without its reference is named in both books', async () => {
    await using shop = await openCounter(open)
    const id = await onTheWay(shop)
    await shop.take(id, '200', 'upi')
    const { number } = await shop.order(id)
    expect(await bookOf(shop)).toMatchObject([{ unreferenced: [number] }])
    const { out } = await shopOver(shop, 'orders', 'cashbook')
    expect(out).toContain(`Rs 200 UPI (no reference: ${number})`)
    expect(dayBookCsv(await readDayBook(shop.db, indianDay(Date.now())))).toContain('no reference')
    await shop.correct(id, { amount: '200', how: 'upi', reference: 'T9', rider: 'Ravi' })
    expect(await bookOf(shop)).toMatchObject([{ unreferenced: [] }])
  })

  test('the command line records, corrects and takes back money', async () => {
    await using shop = await openCounter(open)
    const { number } = await shop.order(await onTheWay(shop))
    const cash = (...args: string[]) => shopOver(shop, 'orders', 'cash', number, ...args)
    await cash('--amount', '200', '--how', 'upi', '--reference', 'T1')
    expect((await cash('--amount', '99')).out).toContain('Rs 299 collected')
    expect((await cash('--amount', '1')).err).toContain('Correct a record instead')
    const { out } = await shopOver(shop, 'orders', 'show', number)
    expect(out).toContain('money 0: Rs 200 UPI T1 Ravi, by command line')
    expect((await cash('--entry', '0', '--amount', '100')).out).toContain('Rs 199 collected')
    expect((await cash('--entry', '1', '--amount', '0')).out).toContain('Rs 100 collected')
    expect(await cash('--entry', '7', '--amount', '1')).toMatchObject({ code: 2 })
  })
})
