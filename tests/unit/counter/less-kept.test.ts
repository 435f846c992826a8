import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const DAL = 14_950

/** A cash order for dal, with rider Ravi. */
async function sendOut(shop: CounterShop, units: number) {
  const id = await shop.cashOrder(units)
  await shop.advance(id, 'accepted', 'packed')
  await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
  return id
}

const keep = (shop: CounterShop, id: string, quantity: number, more: Record<string, string> = {}) =>
  shop.act(id, 'line', { position: 0, quantity, units: 'back', ...more })

const book = (shop: CounterShop) =>
  readCashBook(shop.db, indianDay(shop.payments.now()), shop.payments.now())

const dayOf = async ({ db }: CounterShop) => {
  const [row] = await readDayBook(db, indianDay(Date.now()))
  return row
}

const creditsOf = async ({ db }: CounterShop, id: string) =>
  (await billsOf(db, id)).filter(({ kind }) => kind === 'credit').map((bill) => bill.amount_paise)

const told = async (shop: CounterShop) =>
  (await shop.mails()).filter(({ subject }) => /has changed$/.test(subject)).map(({ text }) => text)

forEachDatabase((open) => {
  test('one item that is refused at the door is off the bill, back on the shelf, and not the rider’s to bring (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 3)
    expect(await keep(shop, id, 2)).toMatchObject({ ok: true, value: { backPaise: 0 } })
    expect([await shop.stock(), await creditsOf(shop, id)]).toEqual([8, [DAL]])
    expect(await book(shop)).toMatchObject([{ rider: 'Ravi', openPaise: 2 * DAL }])
    expect((await told(shop)).join()).toMatch(
      /Not taken, or given back: 1 x Toor Dal.*\.\s+New total: ₹299\.\s+To be paid: ₹299\./,
    )
    await shop.advance(id, 'delivered')
    expect(await book(shop)).toMatchObject([{ cashPaise: 2 * DAL, duePaise: 2 * DAL }])
    expect(await book(shop)).toMatchObject([{ shortPaise: 0, returnedPaise: 0, openOrders: 0 }])
    expect(await dayOf(shop)).toMatchObject({ salePaise: 2 * DAL, collectedPaise: 2 * DAL })
  })

  test('a rider who was paid less, as an item was refused, is not short once that is recorded (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 3)
    await shop.act(id, 'step', { to: 'delivered', collected: '250' })
    expect(await book(shop)).toMatchObject([{ shortPaise: 3 * DAL - 25_000 }])
    await keep(shop, id, 2)
    // What they should have brought all the same stays short.
    expect(await book(shop)).toMatchObject([{ duePaise: 2 * DAL, shortPaise: 2 * DAL - 25_000 }])
    expect(await showOrder(shop.db, id, shop.payments.now())).toMatchObject({ restPaise: 4900 })
    await keep(shop, id, 1)
    expect(await book(shop)).toMatchObject([
      { rider: 'Ravi', duePaise: 25_000, shortPaise: 0 },
      { isShop: true, returnedPaise: 25_000 - DAL },
    ])
  })

  test('what is given back the next days is paid back in the way it came, each time, and told (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 4)
    await shop.take(id, '200', 'upi', { reference: 'T1' })
    await shop.advance(id, 'delivered')
    expect(await keep(shop, id, 3, { units: 'lost' })).toMatchObject({ value: { backPaise: DAL } })
    expect(await shop.stock()).toBe(6)
    expect((await told(shop)).join()).toMatch(
      /₹149\.50 that you paid .* is being given back to you/,
    )
    // 398 came in cash, of which 248.50 is left, and 200 by UPI.
    await keep(shop, id, 1)
    expect([await shop.stock(), await creditsOf(shop, id)]).toEqual([8, [DAL, 2 * DAL]])
    expect(await book(shop)).toMatchObject([
      { rider: 'Ravi', cashPaise: 39_800, upiPaise: 20_000, shortPaise: 0 },
      { isShop: true, orders: 1, returnedPaise: 3 * DAL, returnedUpiPaise: 3 * DAL - 39_800 },
    ])
    expect(await dayOf(shop)).toMatchObject({
      ...{ salePaise: DAL, collectedPaise: DAL, how: 'cash+upi' },
      ...{ cashPaise: 0, upiPaise: DAL },
    })
    const shown = await showOrder(shop.db, id, shop.payments.now())
    expect(shown).toMatchObject({ takenPaise: DAL, restPaise: 0 })
    // Its reference is put right, although less than that is due by now.
    const upi = { amount: '200', how: 'upi', reference: 'T2', rider: 'Ravi' }
    expect(await shop.correct(id, upi, 20_000)).toMatchObject({ ok: true })
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(await shop.stock()).toBe(9)
    expect(await book(shop)).toMatchObject([{ shortPaise: 0 }, { returnedPaise: 4 * DAL }])
  })

  test('an order whose money is found to have come otherwise gives back what is left of it, and no more (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 3)
    await shop.advance(id, 'delivered')
    await keep(shop, id, 2)
    const upi = { amount: '448.50', how: 'upi', reference: 'T1', rider: 'Ravi' }
    expect(await shop.correct(id, upi)).toMatchObject({ ok: true })
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(await book(shop)).toMatchObject([
      { rider: 'Ravi', upiPaise: 3 * DAL },
      { returnedPaise: 3 * DAL, returnedUpiPaise: 2 * DAL },
    ])
  })

  test('money that came by UPI on the way goes back where the item is refused at the door (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 2)
    await shop.take(id, '299', 'upi', { reference: 'T1' })
    expect(await keep(shop, id, 1)).toMatchObject({ value: { backPaise: DAL } })
    await shop.advance(id, 'delivered')
    expect(await book(shop)).toMatchObject([
      { rider: 'Ravi', upiPaise: 2 * DAL, cashPaise: 0, shortPaise: 0 },
      { returnedPaise: DAL, returnedUpiPaise: DAL },
    ])
  })

  test('a delivery is taken back after an item was refused on the way, and not once one was given back', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 3)
    await keep(shop, id, 2)
    await shop.advance(id, 'delivered')
    expect(await shop.act(id, 'undo')).toMatchObject({ ok: true })
    expect(await shop.act(id, 'undo')).toEqual({ ok: false, error: 'notLast' })
    expect(await book(shop)).toMatchObject([{ openPaise: 2 * DAL, cashPaise: 0 }])
    await shop.advance(id, 'delivered')
    await keep(shop, id, 1)
    expect(await showOrder(shop.db, id, shop.payments.now())).toMatchObject({ canUndo: false })
    expect(await shop.act(id, 'undo')).toEqual({ ok: false, error: 'notLast' })
    expect(await dayOf(shop)).toMatchObject({ salePaise: DAL, collectedPaise: DAL })
  })

  test('what is given back of an order that was paid online is refunded, credited and on the shelf again, once (P20)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(3)
    await shop.advance(id, 'accepted', 'packed', 'out')
    // At the door.
    expect(await keep(shop, id, 2)).toMatchObject({ ok: true, value: { backPaise: DAL } })
    expect([await shop.stock(), await creditsOf(shop, id)]).toEqual([8, [DAL]])
    await shop.advance(id, 'delivered')
    const both = await Promise.all([keep(shop, id, 1), keep(shop, id, 1)])
    expect(both.map((done) => (done.ok ? 'done' : done.error)).sort()).toEqual(['done', 'notFewer'])
    // The last unit is brought back as the whole order is.
    expect(await keep(shop, id, 0)).toEqual({ ok: false, error: 'allGone' })
    expect([await shop.stock(), await creditsOf(shop, id)]).toEqual([9, [DAL, DAL]])
    expect(await showOrder(shop.db, id, shop.payments.now())).toMatchObject({ freePaise: DAL })
    expect(await dayOf(shop)).toMatchObject({ salePaise: DAL })
    expect(await book(shop)).toEqual([])
    const mails = (await shop.mails()).map(({ text }) => text)
    expect(
      mails.filter((text) => /Not taken, or given back: 1 x Toor Dal/.test(text)),
    ).toHaveLength(2)
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect([await shop.stock(), await creditsOf(shop, id)]).toEqual([10, [DAL, DAL, DAL]])
  })

  test('after it has left, nothing is replaced, nothing leaves whole by its lines, and nothing goes twice', async () => {
    await using shop = await openCounter(open)
    const id = await sendOut(shop, 2)
    const instead = { instead: 'SKU-2', agreed: 'yes' }
    expect(await keep(shop, id, 1, instead)).toEqual({ ok: false, error: 'notNow' })
    expect(await keep(shop, id, 0)).toEqual({ ok: false, error: 'allGone' })
    const both = await Promise.all([keep(shop, id, 1), keep(shop, id, 1)])
    expect(both.map((done) => (done.ok ? 'done' : done.error)).sort()).toEqual(['done', 'notFewer'])
    expect([await creditsOf(shop, id), await shop.stock()]).toEqual([[DAL], 9])
  })
})
