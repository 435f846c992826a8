import { expect, test } from 'vitest'
import { moneyOf } from '#lib/server/counter/order-money.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'

type Refund = ReturnType<CounterShop['standIn']['refundByHand']>

const NO_BALANCE = { kind: 'status', status: 400 } as const

/** The owner refunds a sum of the only payment in the provider's dashboard. */
function byHand({ standIn }: CounterShop, paise: number): Refund {
  const [payment] = standIn.payments
  if (!payment) throw new Error('No payment')
  return standIn.refundByHand(payment, paise)
}

const reasons = async ({ db }: CounterShop) => (await listAttention(db)).map(({ reason }) => reason)

/** An accepted order with a part to be refunded, for which the provider has no balance yet. */
async function orderWithUntaken(shop: CounterShop): Promise<string> {
  const id = await shop.paidOrder(2)
  await shop.advance(id, 'accepted')
  expect(await shop.refund(id, '100')).toMatchObject({ ok: true })
  shop.standIn.always = NO_BALANCE
  await doRefunds(shop.payments)
  shop.standIn.always = undefined
  return id
}

forEachDatabase((open) => {
  test('an order to pack whose money all went back, a part by us, waits for the owner (P7 I3)', async () => {
    await using shop = await openCounter(open)
    const id = await orderWithUntaken(shop)
    await tellRefund(shop, byHand(shop, 29_900))
    expect(await shop.order(id)).toMatchObject({ status: 'needs_attention', ended: null })
    expect(await reasons(shop)).toEqual(['refunded outside'])
    const end = { as: 'cancelled', reason: 'Refunded', units: 'back' }
    expect(await shop.act(id, 'end', end)).toMatchObject({ ok: true })
    expect(await shop.order(id)).toMatchObject({ status: 'refunded', ended: 'cancelled' })
    expect(await shop.stock()).toBe(10)
  })

  test('so it does where the shop hears of the payment first and tries its own refund again (P7 I3)', async () => {
    await using shop = await openCounter(open)
    const id = await orderWithUntaken(shop)
    byHand(shop, 29_900)
    const [payment] = shop.standIn.payments
    if (payment) await shop.notify('payment.captured', payment)
    shop.clock.ahead = 120_000
    await doRefunds(shop.payments)
    expect((await shop.order(id)).status).toBe('needs_attention')
    expect(await reasons(shop)).toEqual(['refunded outside'])
  })

  test('an order on its way whose money all went back is still brought, or comes back, at the door (P7 I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out')
    expect(await shop.refund(id, '149.50')).toMatchObject({ ok: true })
    shop.standIn.refundStatus = 'pending'
    await doRefunds(shop.payments)
    const [ours] = shop.standIn.refunds
    if (!ours) throw new Error('No refund')
    shop.standIn.refundStatus = 'processed'
    await tellRefund(shop, byHand(shop, 14_950))
    await tellRefund(shop, { ...ours, status: 'processed' })
    expect((await shop.order(id)).status).toBe('out_for_delivery')
    expect(await reasons(shop)).toEqual(['refunded outside'])
    const end = { as: 'refused', reason: 'Nobody there', units: 'back' }
    expect(await shop.act(id, 'end', end)).toMatchObject({ ok: true })
    expect([(await shop.order(id)).status, await shop.stock()]).toEqual(['refunded', 10])
  })

  test('what went back at the provider is not counted as left, on the command line either (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await tellRefund(shop, byHand(shop, 10_000))
    const money = await moneyOf(shop.db, [id])
    expect(money(id)).toMatchObject({
      paidPaise: 29_900,
      refundedPaise: 10_000,
      refundablePaise: 19_900,
    })
  })
})
