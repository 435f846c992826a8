import { expect, test } from 'vitest'
import { listAttention } from '#lib/server/orders/attention.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { loadNotices } from '#parts/orders/load-notices.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { orderIdOf, payAttempt, refundsOf } from '#tests/support/outside/paid-attempt.ts'

const HOUR = 3_600_000
const HOURS = [...Array(27).keys()]

forEachDatabase((open) => {
  test('a kill around the refund call: the same key, one refund (F09 P6)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    expect(await cancelOrder(shop.payments, shop.asha.id, made.orderId)).toMatchObject({ ok: true })
    shop.standIn.troubles = [{ kind: 'lost' }, { kind: 'lost' }]
    await doRefunds(shop.payments)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    shop.clock.ahead = HOUR
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds).toHaveLength(1)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'processed', reason: 'cancelled' }])
    const { status } = await shop.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()
    expect([status, await shop.stock()]).toEqual(['refunded', 10])
  })

  test('a refund that fails is tried for a day under one key, then the owner is told (F26)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    shop.standIn.refundStatus = 'failed'
    for (const hours of HOURS.slice(0, 24)) {
      shop.clock.ahead = hours * HOUR
      await doRefunds(shop.payments)
    }
    expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    expect(shop.standIn.refunds).toHaveLength(1)
    shop.clock.ahead = 26 * HOUR
    await doRefunds(shop.payments)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'failed' }])
    const needs = await shop.db.selectFrom('attention').select('reason').execute()
    expect(needs).toEqual([{ reason: 'refund failed' }])
  })

  test('a refund that stays pending is done when its webhook says so (F26)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    shop.standIn.refundStatus = 'pending'
    await doRefunds(shop.payments)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    const [refund] = shop.standIn.refunds
    if (!refund) throw new Error('No refund')
    refund.status = 'processed'
    for (const event of ['refund.processed', 'refund.failed']) {
      const status = event === 'refund.failed' ? 'failed' : 'processed'
      const { raw, signature, eventId } = shop.standIn.refundWebhook(event, { ...refund, status })
      expect(await shop.webhook(raw, signature, eventId)).toBe(200)
      await shop.work()
      expect(await refundsOf(shop)).toMatchObject([{ state: 'processed' }])
    }
  })

  test('money given back at the provider\u2019s desk does not do our refund; the owner is told (F26 P7)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, payment, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    shop.standIn.refundStatus = 'pending'
    await doRefunds(shop.payments)
    const [ours] = shop.standIn.refunds
    if (!ours) throw new Error('No refund')
    const tell = async (refund: typeof ours) => {
      const news = { ...refund, status: 'processed' as const }
      const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', news)
      expect(await shop.webhook(raw, signature, eventId)).toBe(200)
      await shop.work()
    }
    const byHand = shop.standIn.refundByHand(payment, 500)
    const isOursInPart = { ...ours, amount: 500 }
    for (const refund of [byHand, byHand, { ...byHand, id: 'rfnd_all', amount: 14_950 }]) {
      await tell(refund)
      expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    }
    await tell(isOursInPart)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    const needs = await listAttention(shop.db)
    expect(needs).toMatchObject([{ reason: 'refunded outside' }])
    for (const news of [`${byHand.id} of ₹5`, 'rfnd_all of ₹149.50', `${ours.id} of ₹5`]) {
      expect(needs[0]?.detail.split(`${news} of ₹149.50 was not`)).toHaveLength(2)
    }
    const mails = (await shop.mails()).filter(({ to }) => to === 'shop@example.com')
    expect(mails).toHaveLength(3)
    await tell(ours)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'processed' }])
  })

  test('an order whose money went back at the provider needs attention; a part of it does not stop it (P7)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, payment, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    const status = async () =>
      (await shop.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()).status
    const tell = async (amount: number) => {
      const refund = { ...shop.standIn.refundByHand(payment, 100), amount }
      const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', refund)
      expect(await shop.webhook(raw, signature, eventId)).toBe(200)
      await shop.work()
    }
    await tell(100)
    expect(await status()).toBe('confirmed')
    await tell(14_950)
    expect(await status()).toBe('needs_attention')
    expect(await listAttention(shop.db)).toMatchObject([
      { reason: 'refunded outside', order: made.orderId },
    ])
    // The owner cancels the order: the stock comes back, and nothing is refunded twice.
    expect(await refundOrder(shop.db, made.orderId, Date.now())).toMatchObject({ ok: true })
    expect([await status(), await shop.stock(), await shop.count('refund')]).toEqual([
      ...['refunded', 10, 0],
    ])
  })

  test('money without an order that cannot be given back is an end of its own, told to all (F26 I2)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    await shop.confirm(attempt, proof)
    const second = shop.standIn.pay((await orderIdOf(shop)) ?? '')
    await shop.notify('payment.captured', second.payment)
    shop.standIn.always = { kind: 'status', status: 400 }
    for (const hours of HOURS) {
      shop.clock.ahead = hours * HOUR
      await doRefunds(shop.payments)
    }
    expect(await shop.confirm(attempt, second.proof)).toEqual({ kind: 'attention' })
    const notices = await loadNotices(shop.db, shop.asha.id, shop.payments.now())
    expect(notices).toEqual([orderTexts.attention('149.50')])
    expect((await shop.mails()).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Your refund of ₹149\.50 for order \w+ is delayed$/),
    )
    const byHand = shop.standIn.refundByHand(second.payment, 14_950)
    const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', byHand)
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect(await shop.confirm(attempt, second.proof)).toEqual({ kind: 'refunded' })
    expect(await loadNotices(shop.db, shop.asha.id, shop.payments.now())).toEqual([
      orderTexts.refunded('149.50'),
    ])
  })

  test('what the shop gave up and the owner has given back by hand is refunded (F26)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, payment, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    shop.standIn.always = { kind: 'status', status: 400 }
    for (const hours of HOURS) {
      shop.clock.ahead = hours * HOUR
      await doRefunds(shop.payments)
    }
    expect(await refundsOf(shop)).toMatchObject([{ state: 'failed' }])
    const byHand = shop.standIn.refundByHand(payment, 14_950)
    const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', byHand)
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect(await refundsOf(shop)).toMatchObject([{ state: 'processed' }])
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('an answer about another amount than was asked for is not taken for our refund (F26)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    shop.standIn.always = { kind: 'amount', by: -1 }
    await doRefunds(shop.payments)
    await doRefunds(shop.payments)
    expect(await refundsOf(shop)).toMatchObject([{ state: 'pending' }])
    expect(await listAttention(shop.db)).toMatchObject([{ reason: 'refunded outside' }])
    expect(shop.standIn.calls.filter((call) => call.endsWith('/refund'))).toHaveLength(1)
  })
})
