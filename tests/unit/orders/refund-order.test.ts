import { expect, test } from 'vitest'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { settlePayment } from '#lib/server/orders/settle-payment.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'

const NO_BALANCE = { kind: 'status', status: 400 } as const

const historyOf = async ({ db }: CounterShop) =>
  (await db.selectFrom('order_action').select('after').where('kind', '=', 'refund').execute()).map(
    ({ after }) => after,
  )

forEachDatabase((open) => {
  test('all of an order is asked back once: a second time is refused and not written down (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder()
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    const again = { ok: false, error: 'askedFor' }
    expect(await refundOrder(shop.db, id, shop.payments.now())).toMatchObject({ ok: true })
    expect(await refundOrder(shop.db, id, shop.payments.now())).toEqual(again)
    shop.standIn.always = NO_BALANCE
    for (let hour = 0; hour < 27; hour++) {
      shop.clock.ahead = hour * 3_600_000
      await doRefunds(shop.payments)
    }
    const shown = await showOrder(shop.db, id, shop.payments.now())
    expect(shown?.refunds).toMatchObject([{ state: 'failed' }])
    expect(await refundOrder(shop.db, id, shop.payments.now())).toEqual(again)
    expect(await historyOf(shop)).toEqual(['all of it'])
  })

  test('a refund that the provider does not take is not called on its way (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder()
    expect(await shop.refund(id, '100')).toMatchObject({ ok: true })
    const states = async () =>
      (await showOrder(shop.db, id, shop.payments.now()))?.refunds.map(({ state }) => state)
    expect(await states()).toEqual(['pending'])
    shop.standIn.always = NO_BALANCE
    await doRefunds(shop.payments)
    expect(await states()).toEqual(['refused'])
    shop.standIn.always = undefined
    shop.clock.ahead = 3_600_000
    await doRefunds(shop.payments)
    expect(await states()).toEqual(['processed'])
  })

  test('of what the provider says to be refunded nothing is asked back here once more (P7 I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(3)
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    // As after a restore: the shop has never heard of the refunds themselves.
    await settlePayment(shop.payments, {
      ...{ id: payment.id, orderId: payment.order_id, state: 'refunded' },
      ...{ amountPaise: payment.amount, refundedPaise: payment.amount },
      ...{ currency: 'INR', method: 'upi', reason: '' },
    })
    expect((await showOrder(shop.db, id, shop.payments.now()))?.freePaise).toBe(0)
    await actOnOrder(shop.payments, OWNER, id, 'step', { to: 'accepted' })
    const fewer = { position: 0, quantity: 1, units: 'back', instead: '' }
    expect(await shop.act(id, 'line', fewer)).toMatchObject({ ok: true })
    expect(await shop.count('refund')).toBe(0)
    const toBuyer = (await shop.mails()).filter(({ to }) => to === shop.asha.email)
    expect(toBuyer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/thank you/),
      expect.stringMatching(/accepted/),
    ])
  })
})
