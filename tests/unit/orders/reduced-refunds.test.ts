import { expect, test } from 'vitest'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import {
  alarms,
  giver,
  HOUR,
  NO_BALANCE,
  refuseRefund,
  shownBy,
} from '#tests/support/orders/refused-refund.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'

/** The owner gives a part back in the provider's dashboard, which tells the shop, twice. */
async function refundInDashboard(shop: CounterShop, paise: number) {
  const [payment] = shop.standIn.payments
  if (!payment) throw new Error('No payment')
  const made = shop.standIn.refundByHand(payment, paise)
  await tellRefund(shop, made)
  await tellRefund(shop, made)
}

/** The provider refuses for more than a day. */
async function refuseForADay(shop: CounterShop) {
  for (let hour = 0; hour < 27; hour++) {
    shop.clock.ahead = hour * HOUR
    await doRefunds(shop.payments)
  }
}

const sums = async (shop: CounterShop, id: string) =>
  (await shownBy(shop, id)).refunds.map(({ state, amount_paise }) => [state, amount_paise])

forEachDatabase((open) => {
  test('half of a refund that was given up is made in the dashboard: by hand only the other half is given (P7 P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    await refuseForADay(shop)
    await refundInDashboard(shop, 14_950)
    expect(await sums(shop, id)).toEqual([['failed', 14_950]])
    expect((await alarms(shop)).join()).toContain('₹149.50 could not be refunded')
    expect(await give('cash')).toMatchObject({ ok: true, value: { backPaise: 14_950 } })
    const { order, freePaise, cash } = await shownBy(shop, id)
    expect([order.status, freePaise]).toEqual(['refunded', 0])
    expect(cash.map(({ amount_paise }) => amount_paise)).toEqual([14_950])
    const told = (await shop.mails()).find(({ text }) => text.includes('refunding you ourselves'))
    expect(told?.subject).toMatch(/^Refund of ₹149\.50 for order \w+$/)
    expect(await alarms(shop)).toEqual([])
  })

  test('who gives the other half of it in the dashboard, too, has given all (P7 F26)', async () => {
    await using shop = await openCounter(open)
    const { id } = await refuseRefund(shop)
    await refuseForADay(shop)
    await refundInDashboard(shop, 14_950)
    expect((await shownBy(shop, id)).order.status).toBe('cancelled')
    await refundInDashboard(shop, 14_950)
    expect((await shownBy(shop, id)).order.status).toBe('refunded')
    expect(await alarms(shop)).toEqual([])
  })

  test('a request of which the dashboard left nothing counts as no refund: the buyer gets all (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(3)
    shop.standIn.always = NO_BALANCE
    await shop.act(id, 'line', { position: 0, quantity: 2, units: 'back', instead: '' })
    shop.clock.ahead = 1000
    await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    await doRefunds(shop.payments)
    expect(await sums(shop, id)).toEqual([
      ['refused', 14_950],
      ['refused', 29_900],
    ])
    shop.standIn.always = undefined
    await refundInDashboard(shop, 35_000)
    expect(await sums(shop, id)).toEqual([['refused', 9850]])
    await refundInDashboard(shop, 2000)
    expect(await sums(shop, id)).toEqual([['refused', 7850]])
    expect((await shownBy(shop, id)).order.status).toBe('cancelled')
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([35_000, 2000, 7850])
    const { order, freePaise } = await shownBy(shop, id)
    expect([order.status, freePaise]).toEqual(['refunded', 0])
  })

  test('what was given up and has nothing left leaves the alarms (P7 F26)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(3)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    shop.standIn.always = NO_BALANCE
    await shop.refund(id, '10')
    shop.clock.ahead = 1000
    await shop.refund(id, '20')
    await refuseForADay(shop)
    await refundInDashboard(shop, 43_850)
    expect(await sums(shop, id)).toEqual([['failed', 1000]])
    expect((await alarms(shop)).filter((text) => text.startsWith('refund failed'))).toEqual([
      expect.stringMatching(/^refund failed: ₹10 could not be refunded in \d+ hours\.$/),
    ])
    expect(await giver(shop, id)('cash')).toMatchObject({ ok: true })
    expect((await shownBy(shop, id)).freePaise).toBe(0)
  })
})
