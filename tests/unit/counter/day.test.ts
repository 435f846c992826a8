import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { productRow } from '#tests/support/catalogue-rows.ts'
import {
  BOOK_SUMS,
  bookSums,
  DAY,
  INSTEAD,
  REFUND_RUPEES,
  SUMS,
} from '#tests/support/orders/counter-day.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { addUser } from '#tests/support/accounts.ts'

type Wanted = (typeof DAY)[number]

async function order(shop: CounterShop, { name, units, pays }: Wanted): Promise<string> {
  const user = await addUser(shop.db, name)
  if (pays === 'online') return shop.paidOrder(units, user)
  await shop.put(user.id, 'dal', units)
  const done = await shop.checkOut({ payment: 'cod', fullname: name, ifmissing: 'similar' }, user)
  if (done.kind !== 'order') throw new Error(done.kind)
  return done.orderId
}

/** Handles an order as the owner did that day. */
async function workOff(shop: CounterShop, id: string, { units, deed }: Wanted): Promise<void> {
  await shop.advance(id, 'accepted')
  const line = { position: '0', quantity: String(units - 1) }
  if (deed === 'short') await shop.act(id, 'line', line)
  if (deed === 'replaced') {
    await shop.act(id, 'line', { ...line, quantity: '0', instead: INSTEAD.sku })
  }
  if (deed === 'moved') await move(shop, id)
  await shop.advance(id, 'packed', 'out')
  if (deed === 'refused') {
    await shop.act(id, 'end', { as: 'refused', reason: 'Nobody home', units: 'back' })
    return
  }
  await shop.advance(id, 'delivered')
  if (deed === 'wrongTap') {
    await shop.act(id, 'undo')
    await shop.advance(id, 'delivered')
  }
  if (deed === 'refund') await shop.refund(id, REFUND_RUPEES)
}

async function move(shop: CounterShop, id: string): Promise<void> {
  const { fullname, city, region, zipcode, phone } = await shop.order(id)
  const place = { streetaddressline1: '7 Hill Road', streetaddressline2: '', city, state: region }
  const rest = { fullname, zipcode, phonenumber: phone, note: '' }
  expect(await shop.act(id, 'details', { ...place, ...rest })).toMatchObject({ ok: true })
}

forEachDatabase((open) => {
  test('Today and the book of a day of twelve orders are equal to its bills, to the paisa', async () => {
    await using shop = await openCounter(open, { stock: 100 })
    const { db } = shop
    const moong = { id: 'moong', sku: INSTEAD.sku, price_paise: INSTEAD.pricePaise, stock: 50 }
    await db
      .insertInto('product')
      .values(productRow({ number: 3, ...moong }))
      .execute()
    const ids: string[] = []
    for (const wanted of DAY) ids.push(await order(shop, wanted))
    for (const [at, wanted] of DAY.entries()) await workOff(shop, ids[at] ?? '', wanted)
    await doRefunds(shop.payments)

    const book = await readDayBook(db, indianDay(Date.now()))
    expect(bookSums(dayBookCsv(book))).toEqual(BOOK_SUMS)
    const today = await readToday(db, Date.now(), shop.dataDir)
    expect(today.counts).toMatchObject({ new: 0, delivered: SUMS.delivered, ended: SUMS.ended })
    expect([today.toCollectPaise, today.ended.length]).toEqual([0, SUMS.ended])
    expect(today.sold.reduce((sum, paise) => sum + paise, 0)).toBe(SUMS.salePaise)
    const bills = (await Promise.all(ids.map((id) => billsOf(db, id)))).flat()
    const billed = bills.reduce(
      (sum, { kind, amount_paise }) => sum + (kind === 'credit' ? -amount_paise : amount_paise),
      0,
    )
    expect(billed).toBe(SUMS.salePaise)
    expect(await shop.stock()).toBe(100 - 21 + 3)
  })
})
