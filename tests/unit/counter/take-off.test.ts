import { expect, test } from 'vitest'
import { dayEnd, indianDay } from '#lib/dates.ts'
import { readBillBook } from '#lib/server/counter/bill-book.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { listLessened } from '#lib/server/counter/lessened.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { DAY_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { billsOf, leftOfBills } from '#lib/server/orders/bills/bills.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const DAL = 14_950
const RICE = 5000

/** A cash order for two dal and a rice, at two rates of GST, that Ravi has with him. */
async function sendOut(shop: CounterShop) {
  const json = JSON.stringify({ name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5' })
  await shop.db.updateTable('shop').set({ json }).execute()
  for (const [id, gst_percent, hsn] of [
    ['dal', 5, '0713'],
    ['rice', 18, '1006'],
  ] as const)
    await shop.db.updateTable('product').set({ gst_percent, hsn }).where('id', '=', id).execute()
  await shop.put(shop.asha.id, 'rice', 1)
  const id = await shop.cashOrder(2)
  await shop.advance(id, 'accepted', 'packed')
  await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
  return id
}

const TOTAL = 2 * DAL + RICE

const today = (shop: CounterShop) => indianDay(shop.payments.now())
const cashBook = (shop: CounterShop) => readCashBook(shop.db, today(shop), shop.payments.now())

/** What all books say that the shop's only order is worth. */
async function worth(shop: CounterShop, id: string) {
  const day = today(shop)
  const bills = await billsOf(shop.db, id)
  const rows = (await Array.fromAsync(readBillBook(shop.db, { from: day, to: day }))).flat()
  const [{ salePaise } = { salePaise: 0 }] = await readDayBook(shop.db, day)
  const shown = await showOrder(shop.db, id, shop.payments.now())
  const booked = rows.reduce((sum, { totalPaise }) => sum + totalPaise, 0)
  return [...new Set([shown?.duePaise, salePaise, leftOfBills(bills), booked])]
}

forEachDatabase((open) => {
  test('what the rider lets go at the door is off the order, its bill and all books, and told (P20 P19)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    expect(await shop.refund(id, '15')).toMatchObject({ ok: true, value: { backPaise: 0 } })
    const left = TOTAL - 1500
    expect(await worth(shop, id)).toEqual([left])
    expect(await cashBook(shop)).toMatchObject([{ rider: 'Ravi', openPaise: left }])
    const told = (await shop.mails()).find(({ subject }) => /has changed$/.test(subject))
    expect(told?.text).toMatch(/₹15 was taken off: dented\s+New total: ₹334\.\s+To be paid: ₹334\./)
    await shop.advance(id, 'delivered')
    expect(await cashBook(shop)).toMatchObject([{ cashPaise: left, duePaise: left, shortPaise: 0 }])
    // The tax that it takes back is that of both rates.
    const day = today(shop)
    const rows = (await Array.fromAsync(readBillBook(shop.db, { from: day, to: day }))).flat()
    const credit = rows.filter(({ kind }) => kind === 'credit')
    expect(credit.map(({ rate, totalPaise }) => [rate, totalPaise]).toSorted()).toEqual([
      [18, Math.round((-1500 * RICE) / TOTAL)],
      [5, Math.round((-1500 * 2 * DAL) / TOTAL)],
    ])
  })

  test('what was collected beyond the lower total is handed back, and a rider who let it go is not short (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.act(id, 'step', { to: 'delivered', collected: '334' })
    expect(await cashBook(shop)).toMatchObject([{ shortPaise: 1500 }])
    expect(await shop.refund(id, '15')).toMatchObject({ value: { backPaise: 0 } })
    expect(await cashBook(shop)).toMatchObject([
      { rider: 'Ravi', cashPaise: 33_400, shortPaise: 0 },
    ])
    expect(await shop.refund(id, '10')).toMatchObject({ value: { backPaise: 1000 } })
    expect(await cashBook(shop)).toMatchObject([
      { rider: 'Ravi', cashPaise: 33_400, shortPaise: 0 },
      { isShop: true, returnedPaise: 1000 },
    ])
    // A line that goes back later takes its own price, and the order all the rest.
    const { lines = [] } = (await showOrder(shop.db, id, shop.payments.now())) ?? {}
    const position = lines.find(({ product_id }) => product_id === 'dal')?.position
    await shop.act(id, 'line', { position, quantity: 1, units: 'back' })
    expect(await worth(shop, id)).toEqual([TOTAL - 2500 - DAL])
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(leftOfBills(await billsOf(shop.db, id))).toBe(0)
    expect(await cashBook(shop)).toMatchObject([{}, { returnedPaise: 33_400 }])
  })

  test('what the rider let go, and Delivered recorded all the same, was never collected (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.advance(id, 'delivered')
    const blind = { amount: '15', reason: 'late', reduciblePaise: TOTAL, newtotal: '334' }
    expect(await shop.act(id, 'refund', blind)).toEqual({ ok: false, error: 'beyond' })
    expect(await shop.refund(id, '15', 'never')).toMatchObject({ value: { backPaise: 0 } })
    const left = TOTAL - 1500
    expect(await worth(shop, id)).toEqual([left])
    const ravi = { rider: 'Ravi', orders: 1, duePaise: left, cashPaise: left, shortPaise: 0 }
    expect(await cashBook(shop)).toEqual([expect.objectContaining(ravi)])
    expect(await readDayBook(shop.db, today(shop))).toMatchObject([{ collectedPaise: left }])
    const told = (await shop.mails()).find(({ subject }) => /has changed$/.test(subject))
    expect(told?.text).toMatch(/₹15 was taken off: dented\s+New total: ₹334\./)
    expect(told?.text).not.toMatch(/given back/)
  })

  test('what was never collected lowers cash before money that a bank shows (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.take(id, '249', 'cash')
    shop.clock.ahead += 1
    await shop.take(id, '100', 'upi', { reference: 'T1' })
    await shop.refund(id, '15', 'never')
    expect(await cashBook(shop)).toMatchObject([{ cashPaise: 23_400, upiPaise: 10_000 }])
  })

  test('what was short, and is let go on a later day, is told on that day: how, why and by whom (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.act(id, 'step', { to: 'delivered', collected: '300' })
    const { number } = await shop.order(id)
    const delivery = today(shop)
    await shop.correct(id, { amount: '320', how: 'cash', rider: 'Ravi' })
    expect(await listLessened(shop.db, delivery)).toEqual([])
    shop.clock.ahead += DAY_MS
    await shop.correct(id, { amount: '334', how: 'cash', rider: 'Ravi' })
    await shop.refund(id, '15')
    const [before] = await readCashBook(shop.db, delivery, shop.payments.now())
    expect(before).toMatchObject({ rider: 'Ravi', shortPaise: 0 })
    const lines = shop.db.selectFrom('order_item').select('position')
    const { position } = await lines.where('product_id', '=', 'rice').executeTakeFirstOrThrow()
    await shop.act(id, 'line', { position, quantity: 0, units: 'back' })
    const said = await listLessened(shop.db, today(shop))
    const bySomebody = { number, rider: 'Ravi', who: 'command line' }
    expect(said.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { ...bySomebody, kind: 'cash', before: '320 Cash Ravi', after: '334 Cash Ravi' },
      { ...bySomebody, kind: 'line' },
      { ...bySomebody, kind: 'refund', before: '₹349', after: '₹334', note: 'dented' },
    ])
    expect(await listLessened(shop.db, delivery)).toEqual([])
  })

  test('a delivery that is undone after midnight is told, as it is gone from the book of before (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    shop.clock.ahead += dayEnd(today(shop)) - shop.payments.now() - MINUTE_MS
    await shop.advance(id, 'delivered')
    const delivery = today(shop)
    shop.clock.ahead += 2 * MINUTE_MS
    await shop.act(id, 'undo', {})
    expect(await readCashBook(shop.db, delivery, shop.payments.now())).toEqual([])
    expect(await listLessened(shop.db, today(shop))).toMatchObject([
      { kind: 'undo', before: 'delivered', after: 'out' },
    ])
    // No money is recorded any more, so that what goes back now is nothing that a rider has.
    shop.clock.ahead += 1
    const lines = shop.db.selectFrom('order_item').select('position')
    const { position } = await lines.where('product_id', '=', 'rice').executeTakeFirstOrThrow()
    expect(await shop.act(id, 'line', { position, quantity: 0, units: 'back' })).toMatchObject({
      ok: true,
    })
    expect(await listLessened(shop.db, today(shop))).toHaveLength(1)
  })

  test('a line worth more than what is left after a sum was taken off stays, and it is said why', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.refund(id, '60')
    const lines = shop.db.selectFrom('order_item').select('position')
    const { position } = await lines.where('product_id', '=', 'dal').executeTakeFirstOrThrow()
    expect(await shop.act(id, 'line', { position, quantity: 0, units: 'back' })).toEqual({
      ok: false,
      error: 'offBefore',
    })
  })

  test('what was never collected lowers the last record, but none below what went back in its way (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    await shop.take(id, '100', 'upi', { reference: 'T1' })
    shop.clock.ahead += 1
    await shop.advance(id, 'delivered')
    await shop.refund(id, '10', 'never')
    const till = { isShop: true, returnedPaise: 30_000, returnedUpiPaise: 6100 }
    expect(await cashBook(shop)).toMatchObject([{ cashPaise: 23_900, upiPaise: 10_000 }])
    await shop.refund(id, '300', 'returned')
    await shop.refund(id, '9', 'never')
    const kept = { cashPaise: 23_900, upiPaise: 9100, duePaise: 33_000, shortPaise: 0 }
    expect(await cashBook(shop)).toMatchObject([kept, till])
    expect(await worth(shop, id)).toEqual([3000])
  })

  test('a sum is taken off once, however often it is pressed, and never all of the order (P6)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop)
    const off = (amount: string) =>
      shop.act(id, 'refund', { amount, reason: 'late', reduciblePaise: TOTAL, newtotal: '334' })
    expect(await off('150')).toEqual({ ok: false, error: 'otherTotal' })
    expect(await off('0')).toEqual({ ok: false, error: 'malformed' })
    expect(await off('349')).toEqual({ ok: false, error: 'allGone' })
    const both = await Promise.all([off('15'), off('15')])
    expect(both.map((done) => (done.ok ? 'done' : done.error)).sort()).toEqual(['changed', 'done'])
    await shop.act(id, 'end', { as: 'refused', reason: 'nobody home', units: 'back' })
    expect(await shop.refund(id, '15')).toEqual({ ok: false, error: 'notNow' })
    expect(await worth(shop, id)).toEqual([TOTAL - 1500, 0])
  })
})
