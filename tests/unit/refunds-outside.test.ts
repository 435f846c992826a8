import { expect, test } from 'vitest'
import { listAttention } from '../../src/lib/server/orders/attention.ts'
import { reconcile } from '../../src/lib/server/orders/reconcile.ts'
import { forEachDatabase } from './database.ts'
import { openPaidShop } from './payment-faults.ts'

const HOUR = 3_600_000
type Shop = Awaited<ReturnType<typeof openPaidShop>>
type Refund = ReturnType<Shop['standIn']['refundByHand']>
type Payment = ReturnType<Shop['standIn']['pay']>['payment']

/** A payment after the hold, of which the shop has not heard yet, and what it will hear of it. */
async function payLate(shop: Shop, change: Partial<Payment> = {}) {
  await shop.put(shop.asha.id)
  const { orderid } = await shop.attempt()
  shop.clock.ahead = 900_001
  await reconcile(shop.payments)
  const { payment } = shop.standIn.pay(orderid, change)
  return { payment, news: { ...payment } }
}

/** Sends the news of a refund, and has the queue do what it says. */
async function tell(shop: Shop, refund: Refund) {
  const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', refund)
  expect(await shop.webhook(raw, signature, eventId)).toBe(200)
  await shop.work()
}

const payments = (shop: Shop) =>
  shop.db.selectFrom('payment').select(['state', 'outcome']).execute()

const statuses = async (shop: Shop) =>
  (await shop.db.selectFrom('orders').select('status').execute()).map(({ status }) => status)

forEachDatabase((open) => {
  test('F15 T12 I4 a payment that is told after it was refunded at the provider makes no order', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    await tell(shop, shop.standIn.refundByHand(payment, 14_950))
    await shop.notify('payment.captured', news)
    expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'refund' }])
    expect([await shop.count('orders'), await shop.count('refund'), await shop.stock()]).toEqual([
      0, 0, 10,
    ])
    // The owner has done it, and nothing is left to decide.
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('F15 P7 a payment that is told after a part of it was refunded is an order, and the owner hears', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    await tell(shop, shop.standIn.refundByHand(payment, 5000))
    await shop.notify('payment.captured', news)
    expect([await statuses(shop), await shop.stock()]).toEqual([['confirmed'], 9])
    expect(await listAttention(shop.db)).toMatchObject([{ reason: 'refunded outside' }])
  })

  test('F15 a refund that comes without its payment, and before it, waits for the payment', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    const refund = shop.standIn.refundByHand(payment, 14_950)
    shop.standIn.payments = []
    await expect(tell(shop, refund)).rejects.toThrow('came before its payment')
    shop.standIn.payments = [news]
    shop.clock.ahead += HOUR
    await reconcile(shop.payments)
    expect(await statuses(shop)).toEqual(['confirmed'])
    shop.standIn.payments = []
    await shop.work()
    expect(await statuses(shop)).toEqual(['needs_attention'])
  })

  test('F15 F17 a refund of a payment for an order of somebody else is none of the shop\u2019s', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payLate(shop, { order_id: 'order_other' })
    await tell(shop, shop.standIn.refundByHand(payment, 14_950))
    expect([await shop.count('payment'), await shop.count('attention')]).toEqual([0, 0])
  })

  for (const before of ['told of', 'unheard of']) {
    test(`F20 P5 a payment, ${before} when authorized, that the provider gives back uncaptured: nothing to decide`, async () => {
      await using shop = await openPaidShop(open)
      const { payment } = await payLate(shop, { status: 'authorized' })
      if (before === 'told of') await shop.notify('payment.authorized', payment)
      await tell(shop, shop.standIn.refundByHand(payment, 14_950))
      expect(payment).toMatchObject({ status: 'refunded', captured: false })
      expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'refund' }])
      expect([await shop.count('orders'), await shop.count('attention')]).toEqual([0, 0])
    })
  }
})
