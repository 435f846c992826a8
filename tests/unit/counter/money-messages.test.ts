import { expect, test } from 'vitest'
import { messageNumber } from '#lib/server/mail/queue-message.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { HOUR, refuseRefund } from '#tests/support/orders/refused-refund.ts'
import { addUser } from '#tests/support/accounts.ts'

const NEPAL = { country: 'Nepal', phone: '9841234567' }

/** All that was bought was bought by somebody without an account, who left no mail. */
const leaveNoMail = async ({ db }: CounterShop) => {
  const { id } = await openGuest(db)
  await db.updateTable('orders').set({ user_id: id, email: '' }).execute()
}

const messages = async ({ db }: CounterShop) => {
  const jobs = db.selectFrom('job').select('payload').where('kind', '=', 'message')
  return (await jobs.execute()).map(({ payload }) => JSON.parse(payload) as { text: string })
}
/** What was said after each order was placed and, which is checked here, was confirmed once. */
const texts = async (shop: CounterShop, orders: number) => {
  const all = (await messages(shop)).map(({ text }) => text)
  const confirmed = all.filter((text) => /^Order \S+: thank you!/.test(text))
  expect(confirmed).toHaveLength(orders)
  expect(new Set(confirmed).size).toBe(orders)
  return all.filter((text) => !confirmed.includes(text))
}

forEachDatabase((open) => {
  test('who left no mail hears of each refund on the telephone, of which order and how much (P17)', async () => {
    await using shop = await openCounter(open)
    const [ended, refunded] = [await shop.paidOrder(2), await shop.paidOrder(1)]
    await leaveNoMail(shop)
    const { number } = await shop.order(ended)
    await shop.act(ended, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    expect((await texts(shop, 2)).toSorted()).toEqual([
      expect.stringMatching(`^Order ${number} has been cancelled\\. .*separate message`),
      expect.stringMatching(`^Refund of ₹299 for order ${number}\\. .*full amount, ₹299`),
    ])
    await refundOrder(shop.db, refunded, Date.now())
    const all = (await shop.order(refunded)).number
    expect(await texts(shop, 2)).toContainEqual(
      expect.stringContaining(`Refund of ₹149.50 for order ${all}. The shop has refunded`),
    )
    expect(await shop.mails()).toHaveLength(2)
  })

  test('a payment that became no order, and a refund that is delayed, are told on the telephone (F22 F26 P17)', async () => {
    await using shop = await openCounter(open, { stock: 1 })
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(shop.asha.id)
    const late = await shop.attempt()
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    await shop.put(eve.id)
    await shop.attempt(eve)
    const { proof } = shop.standIn.pay(late.orderid)
    expect(await shop.confirm(late.attempt, proof)).toEqual({ kind: 'refunded' })
    expect(await texts(shop, 0)).toEqual([
      expect.stringMatching(/^Refund of ₹149\.50\. Your payment arrived after/),
    ])
    shop.standIn.always = { kind: 'status', status: 400 }
    for (let hour = 0; hour < 60; hour += 3) {
      shop.clock.ahead = 900_001 + hour * HOUR
      await doRefunds(shop.payments)
    }
    expect(await texts(shop, 0)).toContainEqual(
      expect.stringMatching(/^Your refund of ₹149\.50 is delayed\. /),
    )
  })

  test('a delayed refund of a guest’s order names it, and has its link', async () => {
    await using shop = await openCounter(open)
    const { id } = await refuseRefund(shop)
    const track = 'x'.repeat(32)
    await shop.db.updateTable('orders').set({ user_id: null, track }).execute()
    for (let hour = 0; hour < 60; hour += 3) {
      shop.clock.ahead = hour * HOUR
      await doRefunds(shop.payments)
    }
    const { number } = await shop.order(id)
    const mail = (await shop.mails()).find(({ subject }) => subject.includes('delayed'))
    expect(mail?.subject).toBe(`Your refund of ₹299 for order ${number} is delayed`)
    expect(mail?.text).toContain(`/track/${track}`)
  })

  test('a missing line is named with its pack, in a mail that names its order', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.db.updateTable('order_item').set({ choice_label: '1 kg' }).execute()
    await shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' })
    const { number } = await shop.order(id)
    const mail = (await shop.mails()).find(({ subject }) => subject.startsWith('Refund'))
    expect(mail?.subject).toBe(`Refund of ₹149.50 for order ${number}`)
    expect(mail?.text).toContain('We could not deliver Toor Dal 1 kg as you ordered it.')
  })

  test('who cancels a cash order has read it on the page, and gets no message for it', async () => {
    await using shop = await openCounter(open)
    await cancelOrder(shop.payments, shop.asha.id, await shop.cashOrder(1))
    expect(await texts(shop, 0)).toEqual([])
  })

  test('the answer to a mail about an order goes to the shop', async () => {
    await using shop = await openCounter(open)
    await shop.cashOrder(1)
    const isToShop = ({ replyTo }: Mail) => replyTo?.address === 'shop@example.com'
    const mails = await shop.mails()
    expect(mails).toHaveLength(1)
    expect(mails.every(isToShop)).toBe(true)
  })

  test('a message to a buyer abroad goes abroad, or nowhere (P18)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(1)
    await shop.db.updateTable('orders').set(NEPAL).execute()
    await shop.advance(id, 'accepted')
    expect(await messages(shop)).toEqual([])
    await shop.db.updateTable('orders').set({ phone: '+977 9841 234567' }).execute()
    await shop.advance(id, 'packed')
    expect(await messages(shop)).toMatchObject([{ to: '+9779841234567' }])
  })
})

test('a telephone number is that of the country which it was written for (P18)', () => {
  const india = { country: 'India', phone: '' }
  for (const phone of ['98450 12345', '098450 12345', '+91 9845012345', '00919845012345'])
    expect(messageNumber({ ...india, phone })).toBe('+919845012345')
  expect(messageNumber({ ...india, phone: '919845012345' })).toBe('+919845012345')
  expect(messageNumber({ ...india, phone: '12345' })).toBeUndefined()
  expect(messageNumber(NEPAL)).toBeUndefined()
  for (const phone of ['+977 9841234567', '009779841234567'])
    expect(messageNumber({ ...NEPAL, phone })).toBe('+9779841234567')
})
