import { expect, test } from 'vitest'
import { listAttention } from '#lib/server/orders/attention.ts'
import { forgetWebhooks } from '#lib/server/orders/payment/forget-webhooks.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { beginWalk } from '#lib/server/orders/payment/walk-payments.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

forEachDatabase((open) => {
  test('after a restore the payments since the backup are found at the provider (I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.standIn.pay(orderid)
    // A payment for another attempt, which the backup does not have.
    const [order] = shop.standIn.orders
    if (!order) throw new Error('No order')
    shop.standIn.orders.push({ ...order, id: 'order_lost' })
    for (let at = 0; at < 120; at++) shop.standIn.pay('order_lost', { status: 'failed' })
    const { payment } = shop.standIn.pay('order_lost')
    await shop.db
      .updateTable('attempt')
      .set({ next_ask_at: Date.now() + MINUTE })
      .execute()
    await beginWalk(shop.db, Date.now() - DAY, Date.now())
    await reconcile(shop.payments)
    await reconcile(shop.payments)
    expect(await shop.count('orders')).toBe(1)
    expect(await listAttention(shop.db)).toMatchObject([
      { reason: 'unknown order', payment: payment.id },
    ])
  })

  test('who still had the payment open at a restore, and pays later, is found for three days (I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    const [order] = shop.standIn.orders
    if (!order) throw new Error('No order')
    shop.standIn.orders.push({ ...order, id: 'order_lost' })
    await beginWalk(shop.db, Date.now() - DAY, Date.now())
    await reconcile(shop.payments)
    const { payment } = shop.standIn.pay('order_lost')
    const asked = shop.standIn.calls.length
    await reconcile(shop.payments)
    expect(shop.standIn.calls, 'not at every look').toHaveLength(asked)
    shop.clock.ahead = 61 * MINUTE
    await reconcile(shop.payments)
    expect(await listAttention(shop.db)).toMatchObject([{ payment: payment.id }])
    shop.clock.ahead = 3 * DAY + MINUTE
    await reconcile(shop.payments)
    expect(await shop.db.selectFrom('payment_walk').selectAll().execute()).toEqual([])
  })

  test('one payment that cannot be settled holds up no other of the list after a restore (I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment: odd } = shop.standIn.pay(orderid)
    const [order] = shop.standIn.orders
    if (!order) throw new Error('No order')
    shop.standIn.orders.push({ ...order, id: 'order_lost' })
    const { payment } = shop.standIn.pay('order_lost')
    await shop.db
      .updateTable('attempt')
      .set({ next_ask_at: Date.now() + MINUTE })
      .execute()
    await beginWalk(shop.db, Date.now() - DAY, Date.now())
    await reconcile({
      ...shop.payments,
      step(_, about) {
        if (about === odd.id) throw new Error('A fault of the shop')
      },
    })
    expect(await listAttention(shop.db)).toMatchObject([{ payment: payment.id }])
    // The webhook waits in the queue and is tried again from there.
    expect(await shop.count('orders')).toBe(0)
    await shop.work()
    expect(await shop.count('orders')).toBe(1)
  })

  test('of a webhook only what the shop reads is kept, and of one that failed nothing once its account is gone (P10)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const payer = { email: 'asha@example.com', contact: '+919876543210', vpa: 'asha@okbank' }
    const { payment } = shop.standIn.pay(orderid, { ...payer, status: 'failed', captured: false })
    for (const event of ['payment.failed', 'payment.authorized']) {
      const { raw, signature, eventId } = shop.standIn.webhook(event, payment)
      expect(raw.toString()).toContain(payer.email)
      await shop.webhook(raw, signature, eventId)
    }
    const bodies = async () => {
      const rows = await shop.db.selectFrom('webhook_event').select('body').execute()
      return rows.map(({ body }) => body).filter(Boolean)
    }
    expect(await bodies()).toHaveLength(2)
    for (const told of Object.values(payer)) expect((await bodies()).join()).not.toContain(told)
    // One job was given up and the other is waiting: either may be about money.
    const given = shop.db.selectFrom('job').select('id').where('kind', '=', 'webhook').limit(1)
    await shop.db.updateTable('job').set({ failed_at: 1 }).where('id', 'in', given).execute()
    await forgetWebhooks(shop.payments)
    expect(await bodies()).toHaveLength(2)
    await shop.db.deleteFrom('user').where('id', '=', shop.asha.id).execute()
    await forgetWebhooks(shop.payments)
    expect(await bodies()).toHaveLength(1)
    await shop.work()
    expect(await bodies()).toEqual([])
  })

  test('what a webhook says of its payer is forgotten once it is done, and all of it after 90 days', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid)
    const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    const events = () => shop.db.selectFrom('webhook_event').select(['event_id', 'body']).execute()
    expect(await events()).toEqual([{ event_id: eventId, body: '' }])
    // Sent again, it is still recognized as a repeat.
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect([await shop.count('orders'), (await events()).length]).toEqual([1, 1])
    shop.clock.ahead = 91 * DAY
    await forgetWebhooks(shop.payments)
    expect(await events()).toEqual([])
  })
})
