import { expect, test } from 'vitest'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { alarms, giver, HOUR, refuseRefund, shownBy } from '#tests/support/orders/refused-refund.ts'

/** An order that was paid and then cancelled, of which nobody has asked for the refund yet. */
async function cancelOne(shop: CounterShop) {
  const id = await shop.paidOrder(2)
  await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
  return { id, give: giver(shop, id) }
}

/** The provider answers the next try, an hour later, with this status. */
async function refuseNext(shop: CounterShop, status: number) {
  shop.standIn.always = { kind: 'status', status }
  shop.clock.ahead += HOUR
  await doRefunds(shop.payments)
  shop.standIn.always = undefined
}

/** The provider sends its news of the first refund that it has made. */
async function tell(shop: CounterShop, event: string, status: 'pending' | 'processed' | 'failed') {
  const [made] = shop.standIn.refunds
  if (!made) throw new Error('No refund')
  const { raw, signature, eventId } = shop.standIn.refundWebhook(event, { ...made, status })
  await shop.webhook(raw, signature, eventId)
  await shop.work()
}

const UNDER_WAY = { ok: false, error: 'underWay' }

forEachDatabase((open) => {
  for (const status of [400, 401, 403]) {
    test(`a refund whose first answer was lost is not given twice when the provider then says ${status} (P15 P6)`, async () => {
      await using shop = await openCounter(open)
      const { id, give } = await cancelOne(shop)
      shop.standIn.troubles = [{ kind: 'lost' }, { kind: 'lost' }]
      await doRefunds(shop.payments)
      await refuseNext(shop, status)
      expect((await shownBy(shop, id)).refunds).toMatchObject([{ canGiveElsewhere: false }])
      expect(await give('cash')).toEqual(UNDER_WAY)
      shop.clock.ahead += HOUR
      await doRefunds(shop.payments)
      expect(await give('cash')).toEqual({ ok: false, error: 'wentBack' })
      expect(shop.standIn.refunds).toHaveLength(1)
    })
  }

  test('new keys at the provider refuse no refund for good: it is asked again (P15)', async () => {
    await using shop = await openCounter(open)
    const { give } = await cancelOne(shop)
    await refuseNext(shop, 401)
    expect(await give('cash')).toEqual(UNDER_WAY)
    shop.clock.ahead += HOUR
    await doRefunds(shop.payments)
    expect(await give('cash')).toEqual({ ok: false, error: 'wentBack' })
  })

  test('a refund that the provider has accepted is on its way, whatever it says later (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await cancelOne(shop)
    shop.standIn.refundStatus = 'pending'
    await doRefunds(shop.payments)
    for (const status of [401, 400, 400]) {
      await refuseNext(shop, status)
      expect(await give('cash')).toEqual(UNDER_WAY)
    }
    const { refunds } = await shownBy(shop, id)
    expect(refunds).toMatchObject([{ state: 'pending', canGiveElsewhere: false }])
  })

  test('news that a refused refund was accepted after all closes the form (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await cancelOne(shop)
    shop.standIn.refundStatus = 'pending'
    shop.standIn.troubles = [{ kind: 'lost' }, { kind: 'lost' }]
    await doRefunds(shop.payments)
    await shop.db.updateTable('refund').set({ refused_at: Date.now() }).execute()
    await tell(shop, 'refund.created', 'pending')
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ canGiveElsewhere: false }])
    expect(await give('cash')).toEqual(UNDER_WAY)
  })

  test('a refund that failed at the provider after it was accepted can be given back by hand (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await cancelOne(shop)
    shop.standIn.refundStatus = 'pending'
    await doRefunds(shop.payments)
    for (const made of shop.standIn.refunds) made.status = 'failed'
    shop.clock.ahead += HOUR
    await doRefunds(shop.payments)
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ state: 'refused' }])
    await refuseNext(shop, 400)
    expect(await give('cash')).toMatchObject({ ok: true })
  })

  test('late news that the provider had accepted it is no alarm; that it was made is one (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    await give('cash')
    const [refund] = (await shownBy(shop, id)).refunds
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    Object.assign(shop.standIn.refundByHand(payment, 29_900), { receipt: refund?.id })
    await tell(shop, 'refund.created', 'pending')
    expect(await alarms(shop)).toEqual([])
    await tell(shop, 'refund.processed', 'processed')
    expect(await alarms(shop)).toEqual([expect.stringMatching(/^refunded twice/)])
  })
})
