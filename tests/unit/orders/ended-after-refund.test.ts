import { expect, test } from 'vitest'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { findAnyOrder } from '#lib/server/orders/read-orders.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'

const CANCEL = { as: 'cancelled', reason: 'No milk today', units: 'back' }
const ALREADY = 'What you paid has been refunded already, or is on its way back to you.'
const SOON = 'You will get back what you paid'

/** An order whose money the owner has refunded in the provider's dashboard. */
async function refundedOutside(shop: CounterShop) {
  const id = await shop.paidOrder(2)
  const [payment] = shop.standIn.payments
  if (!payment) throw new Error('No payment')
  await tellRefund(shop, shop.standIn.refundByHand(payment, 29_900))
  return { id, number: (await shop.order(id)).number }
}

/** The mails that the buyer got about the end of an order. */
const told = async (shop: CounterShop, number: string) =>
  (await shop.mails())
    .filter(({ subject }) => subject === `Order ${number} has been cancelled`)
    .map(({ text }) => text)

forEachDatabase((open) => {
  test('who hears that an order is called off, and has the money back already, is promised none (I2)', async () => {
    await using shop = await openCounter(open)
    const { id, number } = await refundedOutside(shop)
    expect(await shop.act(id, 'end', CANCEL)).toMatchObject({ ok: true, value: { backPaise: 0 } })
    expect(await told(shop, number)).toEqual([expect.stringContaining(ALREADY)])
    const [text] = await told(shop, number)
    expect(text).not.toContain(SOON)
    expect(text).toContain('Reason: No milk today')
  })

  test('called off in a terminal, it is told as well, once (I2)', async () => {
    await using shop = await openCounter(open)
    const { number } = await refundedOutside(shop)
    expect(await refundOrder(shop.db, number, Date.now())).toMatchObject({ ok: true })
    expect(await refundOrder(shop.db, number, Date.now())).toEqual({ ok: false, error: 'refunded' })
    expect(await told(shop, number)).toEqual([expect.stringContaining(ALREADY)])
    expect((await told(shop, number))[0]).toContain('The shop has cancelled your order.')
  })

  test('a buyer who cancels what was accepted all the same gets a mail, too', async () => {
    await using shop = await openCounter(open)
    const { id, number } = await refundedOutside(shop)
    await shop.advance(id, 'accepted')
    expect(await cancelOrder(shop.payments, shop.asha.id, id)).toMatchObject({ ok: true })
    expect(await told(shop, number)).toEqual([expect.stringContaining(ALREADY)])
  })

  test('who gets money back is told so as before, and of its refund in a mail of its own', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    const { number } = await shop.order(id)
    await shop.act(id, 'end', CANCEL)
    expect(await told(shop, number)).toEqual([expect.stringContaining(SOON)])
    expect((await shop.mails()).map(({ subject }) => subject)).toContain(
      `Refund of ₹299 for order ${number}`,
    )
    const other = await shop.paidOrder(1)
    expect(await refundOrder(shop.db, other, Date.now())).toMatchObject({ ok: true })
    expect(await told(shop, (await shop.order(other)).number), 'its refund tells it').toEqual([])
  })

  test('called off and refunded in one moment, an order shows as refunded', async () => {
    await using shop = await openCounter(open)
    const { id } = await refundedOutside(shop)
    await shop.act(id, 'end', CANCEL)
    const ends = ['refunded', 'cancelled'] as const
    await shop.db.deleteFrom('order_event').where('status', 'in', ends).execute()
    const row = { order_id: id, note: '', created_at: Date.now() + 1000 }
    // As a database may give them that promises no order of its own.
    for (const status of ends)
      await shop.db
        .insertInto('order_event')
        .values({ id: status, status, ...row })
        .execute()
    expect((await findAnyOrder(shop.db, id))?.events?.at(-1)).toMatchObject({ status: 'refunded' })
  })
})
