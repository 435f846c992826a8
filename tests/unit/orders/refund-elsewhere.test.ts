import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { findAnyOrder } from '#lib/server/orders/read-orders.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { settlePayment } from '#lib/server/orders/settle-payment.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import {
  alarms,
  asked,
  giver,
  HOUR,
  NO_BALANCE,
  refuseRefund,
  shownBy,
  tryForDays,
} from '#tests/support/orders/refused-refund.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'

/** What the provider would tell of our refund, had it made it after all. */
function madeAfterAll(shop: CounterShop, key: string, amount: number) {
  const [payment] = shop.standIn.payments
  if (!payment) throw new Error('No payment')
  return { ...shop.standIn.refundByHand(payment, amount), receipt: key, amount }
}

forEachDatabase((open) => {
  test('what the owner gave back in cash is never asked of the provider again, and everybody is told (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    const before = await shownBy(shop, id)
    expect(before.refunds).toMatchObject([{ state: 'refused', canGiveElsewhere: true }])
    expect(await give('cash', 'handed to Asha')).toMatchObject({
      ok: true,
      value: { backPaise: 29_900 },
    })
    const calls = asked(shop)
    await tryForDays(shop)
    expect([asked(shop), shop.standIn.refunds.length]).toEqual([calls, 0])
    const shown = await shownBy(shop, id)
    expect(shown).toMatchObject({ order: { status: 'refunded' }, freePaise: 0 })
    expect(shown.refunds).toMatchObject([
      {
        ...{ state: 'elsewhere', canGiveElsewhere: false, given_how: 'cash' },
        ...{ given_reference: 'handed to Asha', given_by: 'command line' },
      },
    ])
    expect(shown.actions[0]).toMatchObject({
      ...{ kind: 'elsewhere', who: 'command line', after: '299.00', note: 'cash handed to Asha' },
    })
    expect(shown.actions[0]?.created_at).toBeGreaterThan(Date.now() - HOUR)
    expect(await findAnyOrder(shop.db, id)).toMatchObject({ refund: 'cash' })
    const mail = (await shop.mails()).find(({ to, text }) => {
      return to === shop.asha.email && text.includes('we are refunding you ourselves, in cash')
    })
    expect(mail?.subject).toMatch(/^Refund of ₹299 for order \w+$/)
    expect(mail?.text).toContain('Reference: handed to Asha')
    expect(await alarms(shop)).toEqual([])
  })

  test('the books tell of the cash that left the till, and of a bank transfer that did not (P15)', async () => {
    await using shop = await openCounter(open)
    const ids = [await shop.paidOrder(3), await shop.paidOrder(2)]
    const [first = '', second = ''] = ids
    for (const id of ids) await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    shop.standIn.always = NO_BALANCE
    for (const amount of ['100', '50', '20', '10']) await shop.refund(first, amount)
    await shop.refund(second, '30')
    await doRefunds(shop.payments)
    const give = giver(shop, first)
    for (const [index, how] of ['cash', 'cash', 'upi', 'bank'].entries()) {
      expect(await give(how, `R${index}`, index)).toMatchObject({ ok: true })
    }
    const day = indianDay(Date.now())
    expect(await readCashBook(shop.db, day, Date.now())).toEqual([
      expect.objectContaining({
        ...{ isShop: true, orders: 1, returnedPaise: 17_000, returnedUpiPaise: 2000 },
        ...{ cashPaise: 0, duePaise: 0, shortPaise: 0 },
      }),
    ])
    const rows = await readDayBook(shop.db, day)
    expect(rows).toMatchObject([
      { salePaise: 26_850, collectedPaise: 26_850, cashPaise: -15_000, upiPaise: -2000 },
      { salePaise: 26_900, how: 'online', cashPaise: 0, upiPaise: 0 },
    ])
    const { order, freePaise } = await shownBy(shop, first)
    expect([order.status, freePaise]).toEqual(['delivered', 26_850])
    await tryForDays(shop)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([3000])
  })

  test('said twice it is done once; said otherwise the second time it is refused (P15 P6)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    const ends = await Promise.all([give('cash', 'R1'), give('cash', 'R1')])
    expect(ends).toMatchObject([{ ok: true }, { ok: true }])
    expect(await give('cash', 'R1')).toMatchObject({ ok: true })
    expect(await give('upi', 'R1')).toEqual({ ok: false, error: 'changed' })
    const { cash, actions } = await shownBy(shop, id)
    expect(cash.map(({ amount_paise: paise }) => paise)).toEqual([29_900])
    expect(actions.filter(({ kind }) => kind === 'elsewhere')).toHaveLength(1)
    const told = (await shop.mails()).filter(({ text }) => text.includes('refunding you ourselves'))
    expect(told).toHaveLength(1)
  })

  test('while the provider is asked, and where it did not answer, nobody can say so (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    shop.standIn.always = undefined
    let goOn = () => {}
    shop.standIn.refundsWait = new Promise((resolve) => (goOn = resolve))
    shop.clock.ahead = HOUR
    const calls = asked(shop)
    const trying = doRefunds(shop.payments)
    await expect.poll(() => asked(shop)).toBe(calls + 1)
    expect(await give('cash')).toEqual({ ok: false, error: 'underWay' })
    goOn()
    await trying
    expect(await give('cash')).toEqual({ ok: false, error: 'wentBack' })
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ state: 'processed' }])
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([29_900])
    expect((await shownBy(shop, id)).cash).toEqual([])
  })

  test('an answer that was lost is no refusal: the provider is asked again first (P15 P6)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    shop.standIn.troubles = [{ kind: 'lost' }, { kind: 'lost' }]
    await doRefunds(shop.payments)
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ canGiveElsewhere: false }])
    expect(await giver(shop, id)('cash')).toEqual({ ok: false, error: 'underWay' })
    await tryForDays(shop)
    expect(await giver(shop, id)('cash')).toEqual({ ok: false, error: 'wentBack' })
    expect(shop.standIn.refunds).toHaveLength(1)
  })

  test('the provider that made it after all leaves the sums as they are, and the owner is told once (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    await give('upi', 'T123')
    const { refunds } = await shownBy(shop, id)
    const made = madeAfterAll(shop, refunds[0]?.id ?? '', 29_900)
    await tellRefund(shop, made)
    await tellRefund(shop, made)
    const told = [
      'refunded twice: ₹299 was given back by UPI, and now the provider has refunded it too: the customer gets it twice.',
    ]
    expect(await alarms(shop)).toEqual(told)
    const after = await shownBy(shop, id)
    expect(after.refunds).toMatchObject([{ state: 'elsewhere', twice_at: expect.any(Number) }])
    expect([after.freePaise, after.order.status]).toEqual([0, 'refunded'])
    const subjects = (await shop.mails()).map(({ subject }) => subject)
    expect(subjects.filter((text) => text.includes('refunded twice'))).toHaveLength(1)
  })

  test('what somebody refunds in the dashboard all the same is told, and asked for no more (P15 P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    await shop.refund(id, '100')
    shop.standIn.always = NO_BALANCE
    await doRefunds(shop.payments)
    await giver(shop, id)('cash')
    shop.standIn.always = undefined
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    await tellRefund(shop, shop.standIn.refundByHand(payment, 10_000))
    expect(await alarms(shop)).toEqual([expect.stringMatching(/^refunded outside: .* of ₹100 of/)])
    expect((await shownBy(shop, id)).freePaise).toBe(9900)
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ state: 'elsewhere' }])
  })

  test('a provider that says only that all of the payment went back is heard, too (P15)', async () => {
    await using shop = await openCounter(open)
    const { give } = await refuseRefund(shop)
    await give('bank', 'N1')
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    await settlePayment(shop.payments, {
      ...{ id: payment.id, orderId: payment.order_id, state: 'refunded' },
      ...{ amountPaise: payment.amount, refundedPaise: payment.amount },
      ...{ currency: 'INR', method: 'upi', reason: '' },
    })
    expect(await alarms(shop)).toEqual([expect.stringMatching(/^refunded twice: ₹299 was given/)])
  })

  test('news of a refund that came before is not talked over, nor is late news that it failed (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    const [refund] = (await shownBy(shop, id)).refunds
    const made = madeAfterAll(shop, refund?.id ?? '', 29_900)
    await tellRefund(shop, made)
    expect(await give('cash')).toEqual({ ok: false, error: 'wentBack' })
    const other = await refuseRefund(shop)
    await other.give('cash')
    const [given] = (await shownBy(shop, other.id)).refunds
    const failed = { ...made, id: 'rfnd_late', receipt: given?.id ?? '', status: 'failed' as const }
    const [, payment] = shop.standIn.payments
    const news = { ...failed, payment_id: payment?.id ?? '' }
    const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.failed', news)
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect((await shownBy(shop, other.id)).refunds).toMatchObject([{ state: 'elsewhere' }])
    expect(await alarms(shop)).toEqual([])
  })

  test('what the shop had given up leaves the alarms when the owner has given it back (P15 F26)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    for (let hour = 0; hour < 27; hour++) {
      shop.clock.ahead = hour * HOUR
      await doRefunds(shop.payments)
    }
    expect((await shownBy(shop, id)).refunds).toMatchObject([{ state: 'failed' }])
    expect(await alarms(shop)).toEqual([expect.stringMatching(/^refund failed/)])
    expect(await give('bank', 'NEFT 42')).toMatchObject({ ok: true })
    expect(await alarms(shop)).toEqual([])
    expect((await shownBy(shop, id)).order.status).toBe('refunded')
    expect((await shownBy(shop, id)).cash, 'no cash left the till').toEqual([])
  })
})
