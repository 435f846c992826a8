import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { attentionNews } from '#lib/server/database/migrations/orders/attention-news.ts'
import { closeAttention, listAttention } from '#lib/server/orders/attention.ts'
import { requestPart } from '#lib/server/orders/refunds/refund-rows.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const HOUR = 3_600_000

/** A paid order that is refunded in parts, and a clock that runs for more than a day. */
async function openPaid(open: () => Promise<TestDatabase>) {
  const shop = await openPaidShop(open)
  await shop.put(shop.asha.id, 'dal', 5)
  const { attempt, orderid } = await shop.attempt()
  await shop.confirm(attempt, shop.standIn.pay(orderid).proof)
  const payment = await shop.db.selectFrom('payment').selectAll().executeTakeFirstOrThrow()
  return Object.assign(shop, {
    payment,
    ask: (paise: number) =>
      inTransaction(shop.db, (trx) =>
        requestPart(trx, payment, paise, { reason: 'part' }, shop.payments.now()),
      ),
    pass: async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        shop.clock.ahead += HOUR
        await doRefunds(shop.payments)
      }
    },
    details: async () => (await listAttention(shop.db)).map(({ detail }) => detail),
    told: async () =>
      (await shop.mails()).filter(({ subject }) => /needs attention/.test(subject)).length,
  })
}

forEachDatabase((open) => {
  for (const { title, first, second, isSettled, shown } of [
    {
      title: 'the owner hears of a refund that fails after an equal one was settled (F26 I2)',
      ...{ first: 5000, second: 5000, isSettled: true },
      shown: ['₹50 could not be refunded in 24 hours.'],
    },
    {
      title: 'the owner hears of a refund whose amount is the end of an earlier one (F26 I2)',
      ...{ first: 15_000, second: 5000, isSettled: false },
      shown: ['₹150 could not be refunded in 24 hours. ₹50 could not be refunded in 24 hours.'],
    },
  ]) {
    test(title, async () => {
      await using shop = await openPaid(open)
      shop.standIn.refundStatus = 'failed'
      await shop.ask(first)
      await shop.pass(60)
      expect(await shop.told()).toBe(1)
      if (isSettled) {
        await closeAttention(shop.db, shop.payment.provider_payment_id, shop.payments.now())
        expect(await shop.details()).toEqual([])
      }
      await shop.ask(second)
      await shop.pass(60)
      expect([await shop.details(), await shop.told()]).toEqual([shown, 2])
    })
  }

  test('a refund that is stuck stays on the list when another one of its payment goes through (F26)', async () => {
    await using shop = await openPaid(open)
    shop.standIn.refundStatus = 'pending'
    await shop.ask(20_000)
    await shop.pass(40)
    const stuck = ['The provider has not completed the refund of ₹200 after 24 hours; ask it why.']
    expect(await shop.details()).toEqual(stuck)
    shop.standIn.refundStatus = 'processed'
    await shop.ask(7000)
    await doRefunds(shop.payments)
    const states = shop.db.selectFrom('refund').select('state').orderBy('amount_paise')
    expect(await states.execute()).toEqual([{ state: 'processed' }, { state: 'pending' }])
    expect(await shop.details()).toEqual(stuck)
    for (const refund of shop.standIn.refunds) refund.status = 'processed'
    await shop.pass(3)
    expect([await shop.details(), await shop.told()]).toEqual([[], 1])
  })

  test('what needed attention before an update stays readable, and is told no second time (I2)', async () => {
    await using shop = await openPaid(open)
    const { payment } = shop
    await shop.db.schema.dropTable('attention_news').execute()
    const row = { provider: payment.provider, payment_ref: payment.provider_payment_id, action: '' }
    const at = { attempt_id: null, order_id: null, created_at: 5, resolved_at: null }
    const unknown = "100 paise for the provider's order none, which this shop did not make."
    await shop.db
      .insertInto('attention')
      .values([
        { id: 'a', reason: 'unknown order', ...row, ...at, detail: unknown },
        { id: 'b', reason: 'refund failed', ...row, ...at, detail: '5000 paise could not be' },
      ])
      .execute()
    await shop.ask(5000)
    await shop.db.updateTable('refund').set({ state: 'failed' }).execute()
    await attentionNews.up(shop.db)
    expect((await shop.details()).toSorted()).toEqual([
      unknown,
      '₹50 could not be refunded in 24 hours.',
    ])
  })
})
