import { expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { addUser } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const MINUTE = 60_000

forEachDatabase((open) => {
  test('a payment just after the hold, of which nobody tells, is found within minutes (F12 I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const waitUntil = async (from: number, to: number) => {
      for (let at = from; at <= to; at += 0.5) {
        shop.clock.ahead = at * MINUTE
        await reconcile(shop.payments)
      }
    }
    await waitUntil(0.5, 16.5)
    shop.standIn.pay(orderid)
    expect(await shop.count('orders')).toBe(0)
    await waitUntil(17, 22)
    expect(await shop.count('orders')).toBe(1)
  })

  test('a late payment whose goods are gone takes nothing from what is being paid now (F22 T18)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    await shop.put(shop.asha.id, 'dal')
    const first = await shop.attempt()
    // The cart is changed to rice, of which one is left; another shopper gets the dal.
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', 'rice').execute()
    await shop.db.deleteFrom('cart_item').execute()
    await shop.put(shop.asha.id, 'rice')
    const second = await shop.attempt()
    const other = await addUser(shop.db, 'Other')
    await shop.put(other.id, 'dal')
    await shop.attempt(other)
    const late = shop.standIn.pay(first.orderid)
    expect(await shop.confirm(first.attempt, late.proof)).toEqual({ kind: 'refunded' })
    expect(await shop.stock('rice')).toBe(0)
    const { proof } = shop.standIn.pay(second.orderid)
    expect(await shop.confirm(second.attempt, proof)).toMatchObject({ kind: 'order' })
    expect([await shop.count('orders'), await shop.stock('rice')]).toEqual([1, 0])
  })

  test('who put more into the cart after the hold and paid both has one order, and the other money back (F23 P7)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id, 'dal', 1)
    const first = await shop.attempt()
    shop.clock.ahead = 16 * MINUTE
    await reconcile(shop.payments)
    await shop.put(shop.asha.id, 'rice', 1)
    const second = await shop.attempt()
    const { proof } = shop.standIn.pay(second.orderid)
    expect(await shop.confirm(second.attempt, proof)).toMatchObject({ kind: 'order' })
    await shop.notify('payment.captured', shop.standIn.pay(first.orderid).payment)
    expect([await shop.count('orders'), await shop.count('refund')]).toEqual([1, 1])
    expect(await shop.stock()).toBe(9)
  })

  test('while the money of a lapsed attempt is on its way, who pays again has paid (P7 T10)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid, { status: 'authorized' })
    shop.clock.ahead = 16 * MINUTE
    await reconcile(shop.payments)
    const { state } = await shop.db.selectFrom('attempt').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('lapsed')
    shop.standIn.troubles = [
      { kind: 'slow', ms: 0 },
      { kind: 'status', status: 400 },
    ]
    expect(await shop.begin()).toEqual({ kind: 'refused', refusal: { code: 'paying' } })
    expect(await shop.begin()).toMatchObject({ kind: 'order' })
    expect(payment.status).toBe('captured')
    expect([await shop.count('orders'), await shop.stock()]).toEqual([1, 9])
  })

  test('ten equal orders on delivery at once, with one key: one order, one answer (F27)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const cash = { payment: 'cod', idempotencykey: 'a-key-of-this-page' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.begin(shop.asha, cash)))
    expect(answers.map(({ kind }) => kind)).toEqual(Array(10).fill('order'))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([await shop.count('orders'), await shop.stock()]).toEqual([1, 9])
  })

  test('a page that first wanted to pay and then chose cash: its key answers with the order (F27)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const key = { idempotencykey: 'a-key-of-this-page' }
    expect(await shop.begin(shop.asha, key)).toMatchObject({ kind: 'attempt' })
    const made = await shop.begin(shop.asha, { ...key, payment: 'cod' })
    expect(made).toMatchObject({ kind: 'order' })
    expect(await shop.begin(shop.asha, { ...key, payment: 'cod' })).toEqual(made)
    expect(await shop.count('orders')).toBe(1)
  })

  test('an order on delivery of less than a rupee is refused with its reason', async () => {
    await using shop = await openPaidShop(open)
    await shop.db.updateTable('product').set({ price_paise: 50 }).execute()
    await shop.put(shop.asha.id)
    expect(await shop.begin(shop.asha, { payment: 'cod' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'tooLittle' },
    })
  })
})
