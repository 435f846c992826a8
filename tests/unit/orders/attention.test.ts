import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { listAttention, needAttention } from '#lib/server/orders/attention.ts'
import { watchPayments } from '#lib/server/orders/payment/reconcile.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const run = async (shop: TestDatabase, ...args: string[]) => {
  const { code, out, err } = await shopOver(shop, ...args)
  return { code, out: out + err }
}

forEachDatabase((open) => {
  test('what needed attention stays on the list until the owner has settled it', async () => {
    await using shop = await open()
    const given = { amount: 118_000, currency: 'INR' }
    const news = { code: 'unknown' as const, given, order: 'order_9' }
    const about = { provider: 'razorpay', news }
    for (const paymentRef of ['pay_1', 'pay_2']) {
      await inTransaction(shop.db, async (trx) => {
        await needAttention(trx, 'unknown order', { ...about, paymentRef }, Date.now())
        return { ok: true, value: undefined }
      })
    }
    expect(await run(shop, 'orders', 'settle', 'pay_1')).toEqual({
      code: 0,
      out: 'The payment pay_1 is off the list.\n',
    })
    expect(await listAttention(shop.db)).toMatchObject([
      {
        payment: 'pay_2',
        detail: "₹1,180 for the provider's order order_9, which this shop did not make.",
      },
    ])
    expect(await run(shop, 'orders', 'settle', 'pay_1')).toEqual({
      code: 1,
      out: 'Nothing of the payment pay_1 needs attention.\n',
    })
    expect((await run(shop, 'orders', 'settle')).code).toBe(2)
  })

  test('the log says once what was refused, refunded and needs attention, and of nobody who it was (A44 A43)', async () => {
    await using shop = await openPaidShop(open)
    const lines: string[] = []
    const note = (about: object, text?: string) =>
      void lines.push(`${text} ${JSON.stringify(about)}`)
    Object.assign(shop.payments, { log: { info: note, warn: note, error: note } })
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { payment, proof } = shop.standIn.pay(orderid, { amount: 100 })
    await shop.confirm(attempt, { ...proof, signature: 'f'.repeat(64) })
    const { raw, eventId } = shop.standIn.webhook('payment.captured', payment)
    await shop.webhook(raw, 'f'.repeat(64), eventId)
    await shop.confirm(attempt, proof)
    const stop = watchPayments(shop.payments)
    const said = () => lines.map((line) => line.replace(/ \{.*/, '')).toSorted()
    const all = ['A payment needs attention', 'A payment was refunded']
    const refused = ['A payment with a wrong signature was refused', 'A webhook was refused']
    await expect.poll(said).toEqual([...all, ...refused])
    await stop()
    expect(lines.join()).toContain(payment.id)
    for (const own of [
      shop.asha.email,
      shop.asha.name,
      BILLING.streetaddressline1,
      BILLING.phonenumber,
    ]) {
      expect(lines.join()).not.toContain(own)
    }
  })
})
