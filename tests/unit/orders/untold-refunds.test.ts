import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { beginWalk } from '#lib/server/orders/payment/walk-payments.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { alarms, giver, HOUR, shownBy } from '#tests/support/orders/refused-refund.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const CANCEL = { as: 'cancelled', reason: 'no milk', units: 'back' }

/** Gives a part of the payment back in the provider's dashboard; its webhook is lost. */
function refundUnheard({ standIn }: CounterShop, paise: number, at = 0) {
  const payment = standIn.payments[at]
  if (!payment) throw new Error('No payment')
  return standIn.refundByHand(payment, paise)
}

/** How often the provider was asked something whose address ends so. */
const asked = ({ standIn }: CounterShop, end: string) =>
  standIn.calls.filter((call) => call.startsWith('GET') && call.endsWith(end)).length

forEachDatabase((open) => {
  test('an order from before the backup that was cancelled and refunded after it is not packed once more after a restore (P16 E10)', async () => {
    await using shop = await openCounter(open)
    shop.clock.ahead = -14 * HOUR
    const id = await shop.paidOrder(2)
    const folder = join(newFolder(), 'copy')
    expect((await shopOver(shop, 'backup', folder)).code).toBe(0)
    shop.clock.ahead = -2 * HOUR
    await shop.act(id, 'end', CANCEL)
    await doRefunds(shop.payments)
    expect((await shownBy(shop, id)).order.status).toBe('refunded')

    await using target = await open()
    await target.db.destroy()
    expect((await shopOver(target, 'restore', folder)).code).toBe(0)
    await using db = openDatabase(target.url)
    shop.clock.ahead = 0
    await reconcile({ ...shop.payments, db })
    const order = db.selectFrom('orders').select('status').where('id', '=', id)
    expect(await order.executeTakeFirst()).toEqual({ status: 'needs_attention' })
    expect(await listAttention(db)).toMatchObject([{ reason: 'refunded outside', order: id }])
  })

  test('what is refunded in the dashboard and no webhook tells is seen within the hour, with few questions (P16)', async () => {
    await using shop = await openCounter(open)
    const ids = [await shop.paidOrder(1), await shop.paidOrder(1), await shop.paidOrder(1)]
    await shop.advance(ids[2] ?? '', 'accepted', 'packed', 'out', 'delivered')
    await reconcile(shop.payments)
    refundUnheard(shop, 14_950)
    refundUnheard(shop, 5000, 1)
    refundUnheard(shop, 2000, 2)
    const calls = shop.standIn.calls.length
    await reconcile(shop.payments)
    expect(shop.standIn.calls.slice(calls), 'not at every look').toEqual([])
    shop.clock.ahead = HOUR + 1
    await reconcile(shop.payments)
    const shown = await Promise.all(ids.map((id) => shownBy(shop, id)))
    expect(shown.map(({ order, freePaise }) => [order.status, freePaise])).toEqual([
      ['needs_attention', 0],
      ['confirmed', 9950],
      ['delivered', 12_950],
    ])
    expect(await alarms(shop)).toHaveLength(3)
    expect([asked(shop, 'v1/payments'), asked(shop, '/refunds')]).toEqual([2, 3])
    shop.clock.ahead = 2 * HOUR + 2
    await reconcile(shop.payments)
    expect([asked(shop, 'v1/payments'), asked(shop, '/refunds')], 'all is known').toEqual([3, 3])
    expect(await alarms(shop)).toHaveLength(3)
  })

  test('what the shop itself asks back, or accepts later, is no news of the list (P16 P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    await shop.refund(id, '50')
    await doRefunds(shop.payments)
    shop.clock.ahead = HOUR + 1
    await reconcile(shop.payments)
    expect(asked(shop, '/refunds')).toBe(0)
    expect(await alarms(shop)).toEqual([])
  })

  test('a payment since the backup of which a part went back becomes an order, and the owner hears of the part (P16 I2)', async () => {
    await using shop = await openCounter(open)
    await shop.put(shop.asha.id, 'dal', 2)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid)
    shop.standIn.refundByHand(payment, 5000)
    await shop.db
      .updateTable('attempt')
      .set({ next_ask_at: Date.now() + 60_000 })
      .execute()
    await beginWalk(shop.db, Date.now() - HOUR, Date.now())
    await reconcile(shop.payments)
    const { id } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    expect(await shownBy(shop, id)).toMatchObject({ freePaise: 24_900 })
    expect(await alarms(shop)).toEqual([expect.stringMatching(/^refunded outside: .* of ₹50 of/)])
  })

  test('an order called off whose money went back unheard is refunded, and nobody is asked to give it once more (P16 P15)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    refundUnheard(shop, 29_900)
    await shop.act(id, 'end', CANCEL)
    await doRefunds(shop.payments)
    const { order, refunds } = await shownBy(shop, id)
    expect(order.status).toBe('refunded')
    expect(refunds).toMatchObject([{ state: 'processed', canGiveElsewhere: false }])
    expect(await giver(shop, id)('cash')).toEqual({ ok: false, error: 'wentBack' })
    expect(await alarms(shop)).toEqual([])
  })

  test('where a part went back unheard, a refusal leads to a refund of the rest (P16 P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    refundUnheard(shop, 9900)
    await shop.act(id, 'end', CANCEL)
    await doRefunds(shop.payments)
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ amount_paise: 20_000 }])
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([9900, 20_000])
    expect((await shownBy(shop, id)).order.status).toBe('refunded')
  })

  test('a refusal is not believed while the provider does not say what it has refunded (P16 P15)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    refundUnheard(shop, 29_900)
    await shop.act(id, 'end', CANCEL)
    shop.standIn.troubles = [
      { kind: 'status', status: 400 },
      { kind: 'status', status: 503 },
    ]
    await doRefunds(shop.payments)
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ canGiveElsewhere: false }])
    expect(await giver(shop, id)('cash')).toEqual({ ok: false, error: 'underWay' })
  })
})
