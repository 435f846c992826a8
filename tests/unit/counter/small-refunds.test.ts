import { expect, test } from 'vitest'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'
import { auditDay } from '#tests/support/orders/day-audit.ts'

/** A shop with these prices for its dal and for what replaces it. */
async function openWith(open: () => Promise<TestDatabase>, dalPaise: number, moongPaise: number) {
  const shop = await openCounter(open, { stock: 100 })
  const { db } = shop
  await db.updateTable('product').set({ price_paise: dalPaise }).where('id', '=', 'dal').execute()
  await db.updateTable('product').set({ stock: 100 }).where('id', '=', 'rice').execute()
  const moong = { id: 'moong', sku: 'MOONG', price_paise: moongPaise, stock: null }
  await db
    .insertInto('product')
    .values(productRow({ number: 3, ...moong }))
    .execute()
  return shop
}

const replace = (shop: CounterShop, id: string, count: number) =>
  shop.act(id, 'line', {
    ...{ position: '0', quantity: '0', instead: 'MOONG', count: String(count), agreed: 'yes' },
    units: 'back',
  })

/** How much of the only payment was refunded at the provider, in paise. */
async function givenBack(shop: CounterShop): Promise<number | undefined> {
  await doRefunds(shop.payments)
  return shop.standIn.payments.at(-1)?.amount_refunded
}

forEachDatabase((open) => {
  test.each([
    ['three for one, whose price is no multiple of three', 4400, 2000, 3, 101],
    ['one that costs 50 paise less', 4400, 4350, 1, 100],
    ['one of the same price', 4400, 4400, 1, 0],
    ['one that costs a rupee less', 4400, 4300, 1, 100],
    ['two for one, as dear together', 4400, 2200, 2, 0],
  ])(
    'of what is replaced by %s the buyer gets nothing back, or what the provider can give (P7 I4)',
    async (_, dalPaise, moongPaise, count, backPaise) => {
      await using shop = await openWith(open, dalPaise, moongPaise)
      const id = await shop.paidOrder(1)
      expect(await replace(shop, id, count)).toMatchObject({
        ok: true,
        value: { reduced_paise: backPaise },
      })
      expect(await givenBack(shop)).toBe(backPaise)
      await auditDay(shop, { start: 100, received: 0 })
    },
  )

  test('at the door a replacement costs its own price, to the paisa', async () => {
    await using shop = await openWith(open, 4400, 4350)
    const id = await shop.cashOrder(1)
    expect(await replace(shop, id, 1)).toMatchObject({ ok: true, value: { reduced_paise: 50 } })
  })

  test('less than a rupee is not given back by hand, nor left to be given back (P7)', async () => {
    await using shop = await openWith(open, 4400, 4400)
    const id = await shop.paidOrder(1)
    for (const amount of ['0.01', '0.99'])
      expect(await shop.refund(id, amount)).toEqual({ ok: false, error: 'tooLittle' })
    for (const amount of ['43.01', '43.99'])
      expect(await shop.refund(id, amount)).toEqual({ ok: false, error: 'leavesLittle' })
    expect(await shop.mails()).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('Refund') }),
    )
    for (const amount of ['1', '42'])
      expect(await shop.refund(id, amount)).toMatchObject({ ok: true })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'No milk', units: 'back' })
    expect(await givenBack(shop)).toBe(4400)
  })

  test('a line that costs less than a rupee is left to be settled by hand (P7)', async () => {
    await using shop = await openWith(open, 50, 50)
    const id = await shop.paidOrder(4)
    const line = { position: '0', units: 'lost' }
    expect(await shop.act(id, 'line', { ...line, quantity: '3' })).toEqual({
      ok: false,
      error: 'tooLittle',
    })
    expect(await shop.act(id, 'line', { ...line, quantity: '2' })).toMatchObject({ ok: true })
    expect(await givenBack(shop)).toBe(100)
  })

  test('a line does not leave less than a rupee of a payment either (P7)', async () => {
    await using shop = await openWith(open, 14_950, 14_950)
    const id = await shop.paidOrder(2)
    expect(await shop.refund(id, '149')).toMatchObject({ ok: true })
    const line = { position: '0', units: 'back', quantity: '1' }
    expect(await shop.act(id, 'line', line)).toEqual({ ok: false, error: 'leavesLittle' })
  })

  test('a line that takes all that is left of a payment is for calling the order off (P7)', async () => {
    await using shop = await openWith(open, 14_950, 14_950)
    const id = await shop.paidOrder(2)
    expect(await shop.refund(id, '200')).toMatchObject({ ok: true })
    const line = { position: '0', units: 'lost', quantity: '1' }
    expect(await shop.act(id, 'line', line)).toEqual({ ok: false, error: 'allGone' })
  })

  test('of an order that is sent though its money went back, a line is cut, and nothing goes back (P7)', async () => {
    await using shop = await openWith(open, 14_950, 14_950)
    const id = await shop.paidOrder(2)
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    await tellRefund(shop, shop.standIn.refundByHand(payment, 29_900))
    await shop.advance(id, 'accepted')
    const line = { position: '0', units: 'back', quantity: '1' }
    expect(await shop.act(id, 'line', line)).toMatchObject({ ok: true })
    expect(await givenBack(shop)).toBe(29_900)
    expect(await shop.stock()).toBe(99)
  })
})
