import { expect, test } from 'vitest'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

type Outcome = { ok: true } | { ok: false; error: string }
/** Presses a button twice at once, and again later. @returns how each press ended */
async function thrice(press: () => Promise<Outcome>) {
  const ends = [...(await Promise.all([press(), press()])), await press()]
  return ends.map((end) => (end.ok ? 'done' : end.error)).sort()
}

forEachDatabase((open) => {
  test('a part is given back once, however often its answer is lost (P6 P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    const part = { amount: '100', reason: 'dented' }
    const seen = (reduciblePaise: string) => () =>
      shop.act(id, 'refund', { ...part, reduciblePaise })
    expect(await thrice(seen('29900'))).toEqual(['changed', 'changed', 'done'])
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([10_000])
    // Somebody who has seen the first refund may refund the same sum again.
    expect(await seen('19900')()).toMatchObject({ ok: true })
    expect(await shop.act(id, 'refund', part), 'blindly').toEqual({ ok: false, error: 'malformed' })
  })

  test('what the desk shows as left to refund is what the shop goes by, less a part given back at the provider (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    const refund = shop.standIn.refundByHand(payment, 5000)
    const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', refund)
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect(await showOrder(shop.db, id, Date.now())).toMatchObject({ freePaise: 24_900 })
    expect(await shop.refund(id, 100)).toMatchObject({ ok: true })
    expect(await showOrder(shop.db, id, Date.now())).toMatchObject({ freePaise: 14_900 })
  })

  test('a delivery that is said again under its key is counted once, and answered as it was (I3)', async () => {
    await using shop = await openCounter(open)
    const { id, email } = shop.asha
    const say = (units: number, key: string) =>
      recordStock(
        shop.payments,
        { id, who: email },
        'dal',
        { kind: 'delivery', units, pack: '' },
        key,
      )
    const first = { ok: true, value: { stock: 34, promised: 0, missing: 0 } }
    expect(await Promise.all([say(24, 'k1'), say(24, 'k1')])).toEqual([first, first])
    await shop.cashOrder(4)
    expect(await say(24, 'k1')).toEqual(first)
    expect(await say(12, 'k1')).toEqual({ ok: false, error: 'keyTaken' })
    expect(await shop.stock()).toBe(30)
    expect(await say(24, 'k2')).toEqual({ ok: true, value: { stock: 54, promised: 0, missing: 0 } })
    expect(await shop.db.selectFrom('stock_entry').select('after').execute()).toHaveLength(2)
  })

  test('an undo that is pressed twice takes one step back', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    await shop.advance(id, 'accepted', 'packed', 'out')
    const undo = (from: string) => () => shop.act(id, 'undo', { from })
    expect(await thrice(undo('out'))).toEqual(['changed', 'changed', 'done'])
    expect((await shop.order(id)).status).toBe('packed')
    expect(await undo('packed')()).toMatchObject({ ok: true, value: { status: 'confirmed' } })
  })
})
