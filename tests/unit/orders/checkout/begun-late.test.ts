import { expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { queuePayment } from '#lib/server/orders/payment/webhooks.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { orderMails } from '#lib/texts/page/mails-orders.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { orderIdOf, type PaidShop, refundsOf } from '#tests/support/outside/paid-attempt.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A checkout that was left without paying, long enough for its hold to end. */
async function leaveCheckout(shop: PaidShop) {
  await shop.put(shop.asha.id)
  const attempt = await shop.attempt()
  shop.clock.ahead = 16 * MINUTE
  await reconcile(shop.payments)
  return attempt
}

const priceIs = (shop: PaidShop, paise: number) =>
  shop.db.updateTable('product').set({ price_paise: paise }).where('id', '=', 'dal').execute()

const paidFor = async (shop: PaidShop) =>
  (await shop.db.selectFrom('orders').select('amount_paise').execute()).map(
    ({ amount_paise }) => amount_paise,
  )

/** All money went back, once, with one mail, and nothing is sold or held. */
async function expectGivenBack(shop: PaidShop): Promise<void> {
  await doRefunds(shop.payments)
  await doRefunds(shop.payments)
  expect(await paidFor(shop)).toEqual([])
  expect(shop.standIn.refunds).toMatchObject([{ amount: 14_950 }])
  expect(await refundsOf(shop)).toEqual([
    { reason: 'late', state: 'processed', amount_paise: 14_950 },
  ])
  const mails = await shop.mails()
  expect(mails.map(({ to }) => to)).toEqual([shop.asha.email])
  expect(mails[0]?.text).toContain(orderMails.refundReasons['late'])
  expect(await shop.stock()).toBe(10)
}

forEachDatabase((open) => {
  for (const hours of [1, 70, 24 * 30]) {
    test(`a price that was held once cannot be paid ${hours} hours later, when it is right again (F22)`, async () => {
      await using shop = await openPaidShop(open)
      const { attempt, orderid } = await leaveCheckout(shop)
      await priceIs(shop, 99_900)
      shop.clock.ahead = hours * HOUR
      await reconcile(shop.payments)
      const { payment, proof } = shop.standIn.pay(orderid)
      await shop.notify('payment.captured', payment)
      expect(await shop.confirm(attempt, proof)).toEqual({ kind: 'refunded' })
      await shop.notify('order.paid', payment)
      await reconcile(shop.payments)
      await expectGivenBack(shop)
    })
  }

  test('who finds the payment of weeks ago still open is given the money back, whatever it costs now (F22)', async () => {
    await using shop = await openPaidShop(open)
    const { orderid } = await leaveCheckout(shop)
    shop.clock.ahead = 73 * HOUR
    await reconcile(shop.payments)
    await shop.notify('payment.captured', shop.standIn.pay(orderid).payment)
    await expectGivenBack(shop)
  })

  test('UPI that was begun in time and settles days later is an order at the price shown (F22 F20)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.clock.ahead = 14 * MINUTE
    const { payment } = shop.standIn.pay(orderid, { status: 'created' })
    shop.clock.ahead = 16 * MINUTE
    await reconcile(shop.payments)
    await priceIs(shop, 99_900)
    shop.clock.ahead = 80 * HOUR
    await reconcile(shop.payments)
    payment.status = 'captured'
    await shop.notify('payment.captured', payment)
    expect([await paidFor(shop), await shop.stock()]).toEqual([[14_950], 9])
    expect(await refundsOf(shop)).toEqual([])
  })

  test('who pays hours after the hold at a price that has not risen has an order (F22)', async () => {
    await using shop = await openPaidShop(open)
    const { orderid } = await leaveCheckout(shop)
    await priceIs(shop, 12_000)
    shop.clock.ahead = 71 * HOUR
    await shop.notify('payment.captured', shop.standIn.pay(orderid).payment)
    expect(await paidFor(shop)).toEqual([14_950])
  })

  test('of a pack its own price counts (F22)', async () => {
    await using shop = await openPaidShop(open)
    const pack = { product_id: 'dal', position: 0, label: '1 kg', price_paise: 14_950, stock: 10 }
    await shop.db.insertInto('pack').values(pack).execute()
    await shop.db
      .updateTable('product')
      .set({ pack_kind: 'weight', weights: '1 kg', stock: null })
      .where('id', '=', 'dal')
      .execute()
    await shop.put(shop.asha.id)
    await shop.db.updateTable('cart_item').set({ choice: 'weight=1 kg' }).execute()
    const { orderid } = await shop.attempt()
    shop.clock.ahead = HOUR
    await reconcile(shop.payments)
    await shop.db.updateTable('pack').set({ price_paise: 14_951 }).execute()
    await shop.notify('payment.captured', shop.standIn.pay(orderid).payment)
    expect([await paidFor(shop), await shop.count('refund')]).toEqual([[], 1])
  })

  test('a payment from the list that could not be settled at once keeps when it was begun (F22)', async () => {
    await using shop = await openPaidShop(open)
    const { orderid } = await leaveCheckout(shop)
    shop.standIn.pay(orderid)
    await priceIs(shop, 99_900)
    shop.clock.ahead = 60 * HOUR
    const { provider } = shop.payments
    const found = await provider.fetchPayments((await orderIdOf(shop)) ?? '')
    if (!found.ok) throw new Error(found.error)
    for (const payment of found.value) await queuePayment(shop.payments, payment)
    await shop.work()
    expect(await paidFor(shop)).toEqual([14_950])
  })

  test('what was bought again meanwhile was paid already, however late the first try is (F22 F23)', async () => {
    await using shop = await openPaidShop(open)
    const { orderid } = await leaveCheckout(shop)
    const again = await shop.attempt()
    await shop.notify('payment.captured', shop.standIn.pay(again.orderid).payment)
    await priceIs(shop, 99_900)
    shop.clock.ahead = 70 * HOUR
    await shop.notify('payment.captured', shop.standIn.pay(orderid).payment)
    expect(await refundsOf(shop)).toMatchObject([{ reason: 'second' }])
  })
})
