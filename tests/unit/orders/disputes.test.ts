import { expect, test } from 'vitest'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { refuseRefund } from '#tests/support/orders/refused-refund.ts'

const DAL = 14_950

/** An order for two bags of dal, paid online, and what Razorpay tells of a dispute of its payment. */
async function payAndDispute(shop: CounterShop) {
  const id = await shop.paidOrder(2)
  const [payment] = shop.standIn.payments
  let seconds = 1_000_000
  const tell = async (event: string, phase = 'chargeback', at = (seconds += 60)) => {
    const dispute = { id: 'disp_1', payment_id: payment?.id ?? '', amount: 2 * DAL, phase }
    const { raw, signature, eventId } = shop.standIn.disputeWebhook(event, dispute, at)
    expect(await shop.webhook(raw, signature, eventId)).toBe(200)
    await shop.work()
  }
  const refunds = () => shop.db.selectFrom('refund').select('amount_paise').execute()
  const left = async () => (await showOrder(shop.db, id, shop.payments.now()))?.freePaise
  return { id, tell, refunds, left }
}

const cases = async (shop: CounterShop) =>
  (await listAttention(shop.db)).map(({ reason, detail }) => `${reason}: ${detail}`)

forEachDatabase((open) => {
  test('of a dispute the owner hears by when to answer, and what the bank holds is not refunded too (P22)', async () => {
    await using shop = await openCounter(open)
    const { id, tell, refunds, left } = await payAndDispute(shop)
    await tell('created')
    expect(await cases(shop)).toEqual([
      expect.stringMatching(
        /^disputed: The customer’s bank holds ₹299 \(goods not received\)\. Answer by \d+ \w+ 2026/,
      ),
    ])
    const mails = await shop.mails()
    expect(mails.map(({ subject }) => subject)).toContain('A payment needs attention: disputed')
    expect(await left()).toBe(0)
    expect(await shop.refund(id, 10)).toEqual({ ok: false, error: 'disputed' })
    expect(await shop.act(id, 'line', { position: 0, quantity: 1 })).toEqual({
      ...{ ok: false, error: 'disputed' },
    })
    // Once the shop has answered there is nothing to do, but the money is still held.
    await tell('under_review')
    expect([await left(), await refunds(), await cases(shop)]).toEqual([0, [], []])
    // The bank wants more.
    await tell('action_required')
    const told = (await shop.mails()).filter(({ subject }) => / attention: disputed$/.test(subject))
    expect([told.length, (await cases(shop)).length]).toEqual([2, 1])
    await tell('won')
    expect([await left(), await cases(shop)]).toEqual([2 * DAL, []])
  })

  test('an order that was called off during a dispute is refunded once the money is free, and once (P22)', async () => {
    await using shop = await openCounter(open)
    const { id, tell, refunds } = await payAndDispute(shop)
    await tell('created')
    const end = { as: 'cancelled', reason: 'disputed', units: 'back' }
    expect(await shop.act(id, 'end', end)).toMatchObject({ ok: true })
    expect(await refunds()).toEqual([])
    expect((await shop.mails()).map(({ text }) => text).join()).toContain(
      'Your bank holds what you paid',
    )
    await tell('won')
    await tell('closed')
    expect(await refunds()).toEqual([{ amount_paise: 2 * DAL }])
  })

  test('a lost dispute is told, and its money is refunded no second time; late news of before changes nothing (P22)', async () => {
    await using shop = await openCounter(open)
    const { id, tell, refunds } = await payAndDispute(shop)
    await tell('created')
    await tell('lost', 'chargeback', 2_000_000)
    await tell('won', 'chargeback', 1_500_000)
    expect((await cases(shop)).join()).toContain('The bank decided for the customer: ₹299')
    await shop.act(id, 'end', { as: 'cancelled', reason: 'disputed', units: 'back' })
    expect(await refunds()).toEqual([])
    expect(await shop.order(id)).toMatchObject({ status: 'refunded' })
  })

  test('what was returned before a dispute is lost is refunded by the bank, and its bill taken back (P22)', async () => {
    await using shop = await openCounter(open)
    const { id, tell, refunds } = await payAndDispute(shop)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    await tell('created')
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(await shop.order(id)).toMatchObject({ status: 'delivered', ended: 'returned' })
    await tell('lost')
    expect(await shop.order(id)).toMatchObject({ status: 'refunded' })
    const credits = (await billsOf(shop.db, id)).filter(({ kind }) => kind === 'credit')
    expect([await refunds(), credits.map((bill) => bill.amount_paise)]).toEqual([[], [2 * DAL]])
  })

  test('a refund that the provider refused is not given by hand once a bank has the money (P22)', async () => {
    await using shop = await openCounter(open)
    const { give } = await refuseRefund(shop)
    const [payment] = shop.standIn.payments
    const dispute = { id: 'disp_2', payment_id: payment?.id ?? '', amount: 2 * DAL }
    const { raw, signature, eventId } = shop.standIn.disputeWebhook(
      ...(['lost', { ...dispute, phase: 'chargeback' }, 1] as const),
    )
    await shop.webhook(raw, signature, eventId)
    await shop.work()
    expect(await give('cash', 'handed to Asha')).toEqual({ ok: false, error: 'disputed' })
  })

  test('a bank that only asks about a payment holds nothing: a refund may be the answer (P22)', async () => {
    await using shop = await openCounter(open)
    const { id, tell, left } = await payAndDispute(shop)
    await tell('created', 'retrieval')
    expect(await left()).toBe(2 * DAL)
    expect(await cases(shop)).toEqual([expect.stringContaining('only asks about ₹299')])
    expect(await shop.refund(id, 10)).toMatchObject({ ok: true })
    // Now it is a chargeback.
    await tell('action_required')
    expect(await left()).toBe(0)
    expect(await cases(shop)).toEqual([expect.stringContaining('bank holds ₹299')])
  })

  test('news of a dispute that comes before its payment waits for it (P22)', async () => {
    await using shop = await openCounter(open)
    const { raw, signature, eventId } = shop.standIn.disputeWebhook(
      ...([
        'created',
        { id: 'disp_9', payment_id: 'pay_later', amount: 100, phase: '' },
        1,
      ] as const),
    )
    expect(await shop.webhook(raw, signature, eventId)).toBe(200)
    await expect(shop.work()).rejects.toThrow('A dispute of pay_later came before its payment')
  })
})
