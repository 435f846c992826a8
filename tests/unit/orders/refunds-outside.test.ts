import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'

const HOUR = 3_600_000
const HOURS = [...Array(27).keys()]
type Shop = Awaited<ReturnType<typeof openPaidShop>>
type Payment = ReturnType<Shop['standIn']['pay']>['payment']

/** A payment made after the hold, and what the shop will hear of it later. */
async function payLate(shop: Shop, change: Partial<Payment> = {}) {
  await shop.put(shop.asha.id)
  const { orderid } = await shop.attempt()
  shop.clock.ahead = 900_001
  await reconcile(shop.payments)
  const { payment } = shop.standIn.pay(orderid, change)
  return { payment, news: { ...payment } }
}

async function payOrder(shop: Shop) {
  await shop.put(shop.asha.id)
  const { attempt, orderid } = await shop.attempt()
  const { payment, proof } = shop.standIn.pay(orderid)
  const made = await shop.confirm(attempt, proof)
  if (made.kind !== 'order') throw new Error('No order')
  const cancel = () => cancelOrder(shop.payments, shop.asha.id, made.orderId)
  return { payment, cancel, id: made.orderId }
}

/** Has refunds tried each hour. */
async function tryEachHour(shop: Shop, hours = HOURS) {
  for (const hour of hours) {
    shop.clock.ahead = hour * HOUR
    await doRefunds(shop.payments)
  }
}

const refunds = (shop: Shop) =>
  shop.db.selectFrom('refund').select(['state', 'amount_paise as paise']).execute()

const subjects = async (shop: Shop) => (await shop.mails()).map(({ subject }) => subject)

const NO_BALANCE = { kind: 'status', status: 400 } as const

const payments = (shop: Shop) =>
  shop.db.selectFrom('payment').select(['state', 'outcome']).execute()

const statuses = async (shop: Shop) =>
  (await shop.db.selectFrom('orders').select('status').execute()).map(({ status }) => status)

forEachDatabase((open) => {
  test('a payment that is told after it was refunded at the provider makes no order (F15 T12 I4)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    await tellRefund(shop, shop.standIn.refundByHand(payment, 14_950))
    await shop.notify('payment.captured', news)
    expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'refund' }])
    expect([await shop.count('orders'), await shop.count('refund'), await shop.stock()]).toEqual([
      0, 0, 10,
    ])
    // The owner has refunded it, so nothing is left to decide.
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('a payment that is told after a part of it was refunded is an order, and the owner hears (F15 P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    await tellRefund(shop, shop.standIn.refundByHand(payment, 5000))
    await shop.notify('payment.captured', news)
    expect([await statuses(shop), await shop.stock()]).toEqual([['confirmed'], 9])
    expect(await listAttention(shop.db)).toMatchObject([{ reason: 'refunded outside' }])
  })

  test('a refund that comes without its payment, and before it, waits for the payment (F15)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, news } = await payLate(shop)
    const refund = shop.standIn.refundByHand(payment, 14_950)
    shop.standIn.payments = []
    await expect(tellRefund(shop, refund)).rejects.toThrow('came before its payment')
    shop.standIn.payments = [news]
    shop.clock.ahead += HOUR
    await reconcile(shop.payments)
    expect(await statuses(shop)).toEqual(['confirmed'])
    shop.standIn.payments = []
    await shop.work()
    expect(await statuses(shop)).toEqual(['needs_attention'])
  })

  test('a refund of a payment for an order of somebody else is none of the shop\u2019s (F15 F17)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payLate(shop, { order_id: 'order_other' })
    await tellRefund(shop, shop.standIn.refundByHand(payment, 14_950))
    expect([await shop.count('payment'), await shop.count('attention')]).toEqual([0, 0])
  })

  for (const before of ['told of', 'unheard of']) {
    test(`a payment, ${before} when authorized, that the provider gives back uncaptured: nothing to decide (F20 P5)`, async () => {
      await using shop = await openPaidShop(open)
      const { payment } = await payLate(shop, { status: 'authorized' })
      if (before === 'told of') await shop.notify('payment.authorized', payment)
      await tellRefund(shop, shop.standIn.refundByHand(payment, 14_950))
      expect(payment).toMatchObject({ status: 'refunded', captured: false })
      expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'refund' }])
      expect([await shop.count('orders'), await shop.count('attention')]).toEqual([0, 0])
    })
  }

  test('so it is where the news of the refund comes without the payment (F20 P5)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payLate(shop, { status: 'authorized' })
    await shop.notify('payment.authorized', payment)
    const refund = shop.standIn.refundByHand(payment, 14_950)
    shop.standIn.payments = []
    await tellRefund(shop, refund)
    expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'refund' }])
    expect(await shop.count('attention')).toBe(0)
  })

  test('what the provider would not take and the owner gave back there is refunded, and no delay (F26 P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.always = NO_BALANCE
    await tryEachHour(shop, [0, 1])
    await tellRefund(shop, shop.standIn.refundByHand(payment, 14_950))
    await tryEachHour(shop)
    expect(await refunds(shop)).toEqual([{ state: 'processed', paise: 14_950 }])
    expect(await statuses(shop)).toEqual(['refunded'])
    expect(await listAttention(shop.db)).toEqual([])
    expect((await subjects(shop)).join()).not.toContain('delayed')
  })

  test('what the provider took and could not do is done once the owner gave it back there (F26 P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.refundStatus = 'pending'
    await tryEachHour(shop, [0])
    for (const refund of shop.standIn.refunds) refund.status = 'failed'
    shop.standIn.refundStatus = 'processed'
    await tellRefund(shop, shop.standIn.refundByHand(payment, 14_950))
    expect(await refunds(shop)).toMatchObject([{ state: 'pending' }])
    await tryEachHour(shop)
    expect(await refunds(shop)).toEqual([{ state: 'processed', paise: 14_950 }])
    expect(await statuses(shop)).toEqual(['refunded'])
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('after a part was given back at the provider, a cancellation asks for the rest (P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel } = await payOrder(shop)
    const part = shop.standIn.refundByHand(payment, 5000)
    await tellRefund(shop, part)
    await tellRefund(shop, part)
    await cancel()
    await doRefunds(shop.payments)
    expect(await refunds(shop)).toEqual([{ state: 'processed', paise: 9950 }])
    expect([payment.amount_refunded, await statuses(shop)]).toEqual([14_950, ['refunded']])
    const mail = (await shop.mails()).find(({ subject }) => subject.startsWith('Refund of ₹99.50'))
    expect(mail?.text).toContain('We are refunding the remaining amount, ₹99.50,')
  })

  test('what is given back there has a credit note, once, and the book of the day knows it (P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel, id } = await payOrder(shop)
    const part = shop.standIn.refundByHand(payment, 5000)
    await tellRefund(shop, part)
    await tellRefund(shop, part)
    const credits = async () =>
      (await billsOf(shop.db, id))
        .filter(({ kind }) => kind === 'credit')
        .map(({ number, amount_paise }) => [number, amount_paise])
    expect(await credits()).toEqual([[1, 5000]])
    const book = () => readDayBook(shop.db, indianDay(Date.now()))
    expect(await book()).toMatchObject([{ salePaise: 9950, collectedPaise: 9950 }])
    const { sold } = await readToday(shop.db, Date.now(), shop.dataDir)
    expect(sold.reduce((sum, paise) => sum + paise, 0)).toBe(9950)
    await cancel()
    expect(await credits()).toEqual([
      [1, 5000],
      [2, 9950],
    ])
    expect(await book()).toMatchObject([{ salePaise: 0, collectedPaise: 0 }])
  })

  test('an order that was delivered and is all refunded there has a credit note over all of it (P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, id } = await payOrder(shop)
    await shop.db.updateTable('orders').set({ status: 'delivered' }).execute()
    shop.standIn.refundByHand(payment, 14_950)
    await shop.notify('payment.captured', payment)
    const bills = await billsOf(shop.db, id)
    expect(bills.map(({ kind, amount_paise }) => [kind, amount_paise])).toEqual([
      ['supply', 14_950],
      ['credit', 14_950],
    ])
    expect(await readDayBook(shop.db, indianDay(Date.now()))).toMatchObject([{ salePaise: 0 }])
  })

  test('a part is given back there while ours waits: the rest is asked for, under its own key (P7 P6)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.always = NO_BALANCE
    await doRefunds(shop.payments)
    const { id } = await shop.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
    shop.standIn.always = undefined
    await tellRefund(shop, shop.standIn.refundByHand(payment, 5000))
    await doRefunds(shop.payments)
    expect(await refunds(shop)).toEqual([{ state: 'processed', paise: 9950 }])
    expect([payment.amount_refunded, await statuses(shop)]).toEqual([14_950, ['refunded']])
    expect(shop.standIn.refunds.map(({ key }) => key)).not.toContain(id)
  })

  test('a late payment without goods, of which a part was refunded there, gets the rest (F15 F22 P7)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    const { payment } = await payLate(shop)
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(eve.id)
    await shop.attempt(eve)
    await tellRefund(shop, shop.standIn.refundByHand(payment, 5000))
    await doRefunds(shop.payments)
    expect(await refunds(shop)).toEqual([{ state: 'processed', paise: 9950 }])
    expect([payment.amount_refunded, await shop.count('orders')]).toEqual([14_950, 0])
    expect(await subjects(shop)).toContain('Refund of ₹99.50')
  })

  test('an order of which two parts went back at the provider waits once they are all of it (P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payOrder(shop)
    const half = shop.standIn.refundByHand(payment, 7475)
    await tellRefund(shop, half)
    await tellRefund(shop, half)
    expect(await statuses(shop)).toEqual(['confirmed'])
    await tellRefund(shop, shop.standIn.refundByHand(payment, 7475))
    expect(await statuses(shop)).toEqual(['needs_attention'])
    expect(await payments(shop)).toEqual([{ state: 'refunded', outcome: 'order' }])
  })

  test('what was given up and the owner gave back in two parts leaves the list (F26 P7)', async () => {
    await using shop = await openPaidShop(open)
    const { payment, cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.always = NO_BALANCE
    await tryEachHour(shop)
    expect(await refunds(shop)).toMatchObject([{ state: 'failed' }])
    await tellRefund(shop, shop.standIn.refundByHand(payment, 7475))
    expect(await statuses(shop)).toEqual(['cancelled'])
    await tellRefund(shop, shop.standIn.refundByHand(payment, 7475))
    expect(await refunds(shop)).toMatchObject([{ state: 'processed' }])
    expect(await statuses(shop)).toEqual(['refunded'])
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('a day without a try, or a clock that jumps, does not give a refund up (F26 F45)', async () => {
    await using shop = await openPaidShop(open)
    const { cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.always = NO_BALANCE
    await tryEachHour(shop, [26, 28])
    expect(await refunds(shop)).toMatchObject([{ state: 'pending' }])
    expect(await listAttention(shop.db)).toEqual([])
    shop.standIn.always = undefined
    await tryEachHour(shop, [30])
    expect(await refunds(shop)).toMatchObject([{ state: 'processed' }])
  })

  test('a refund that the provider took is asked about further; after a day the owner hears (F26)', async () => {
    await using shop = await openPaidShop(open)
    const { cancel } = await payOrder(shop)
    await cancel()
    shop.standIn.refundStatus = 'pending'
    await tryEachHour(shop)
    expect(await refunds(shop)).toMatchObject([{ state: 'pending' }])
    expect(await listAttention(shop.db)).toMatchObject([{ reason: 'refund failed' }])
    expect((await subjects(shop)).join()).not.toContain('delayed')
    for (const refund of shop.standIn.refunds) refund.status = 'processed'
    await tryEachHour(shop, [30])
    expect(await refunds(shop)).toMatchObject([{ state: 'processed' }])
    expect(await listAttention(shop.db)).toEqual([])
  })
})
