import { expect, test } from 'vitest'
import { RULES } from '#lib/server/http/guards/rules.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { type Call, openApiFront } from '#tests/support/api-front.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { payAttempt, type PaidShop } from '#tests/support/outside/paid-attempt.ts'
import {
  openPaidShop,
  razorpayOf,
  webhookCall,
  WEBHOOKS,
} from '#tests/support/outside/payment-faults.ts'

/** A shop's address for webhooks, which takes one that is badly signed a minute from each network address. */
function frontOf(shop: PaidShop, payments: Payments = shop.payments) {
  const { accounts } = openTestAccounts(shop)
  const settings = { rateScale: 1 / RULES.badNews.limit }
  const front = openApiFront(shop, { accounts, payments, settings })
  const send = (call: Call, address = '198.51.100.7') => front.call(WEBHOOKS, { ...call, address })
  return { send, [Symbol.asyncDispose]: front[Symbol.asyncDispose] }
}

/** The webhook of a payment that the shop's shopper has made: unsigned, or with a signature; and the right one. */
async function paidAt(shop: PaidShop) {
  const { payment } = await payAttempt(shop)
  const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
  return { signature, signed: (by: string | undefined) => webhookCall(raw, by, eventId) }
}

forEachDatabase((open) => {
  test('a signed webhook is taken at its address and makes the order (P3)', async () => {
    await using shop = await openPaidShop(open)
    const { signature, signed } = await paidAt(shop)
    await using front = frontOf(shop)
    const taken = await front.send(signed(signature))
    expect([taken.status, await taken.json()]).toEqual([200, { error: false }])
    await shop.work()
    expect(await shop.count('orders')).toBe(1)
  })

  test('60 badly signed webhooks a minute are refused, more are put off, and signed ones still taken (H10g F16)', async () => {
    expect(RULES.badNews).toMatchObject({ limit: 60, windowMs: 60_000 })
    await using shop = await openPaidShop(open)
    const { signature, signed } = await paidAt(shop)
    await using front = frontOf(shop)
    for (const [at, bad] of [undefined, '', 'f'.repeat(64), signature.toUpperCase()].entries()) {
      const refused = await front.send(signed(bad), `198.51.100.${at}`)
      expect([refused.status, (await refused.json()).error]).toEqual([400, true])
      const putOff = await front.send(signed(bad), `198.51.100.${at}`)
      expect(putOff.status).toBe(429)
      expect(putOff.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    await shop.work()
    expect(await shop.count('orders')).toBe(0)
    expect((await front.send(signed(signature), '198.51.100.0')).status).toBe(200)
  })

  test('a webhook of another gateway finds no address, signed or not, and without a secret the address is closed (T13 F16)', async () => {
    await using shop = await openPaidShop(open)
    const { signature, signed } = await paidAt(shop)
    await using front = frontOf(shop)
    for (const provider of ['demo', 'stripe']) {
      for (const by of [signature, undefined]) {
        const call = { ...signed(by), params: { provider } }
        expect((await front.send(call)).status).toBe(404)
      }
    }
    const closed = { ...shop.payments, provider: razorpayOf(shop.standIn, '') }
    await using closedFront = frontOf(shop, closed)
    expect((await closedFront.send(signed(signature))).status).toBe(503)
    await shop.work()
    expect(await shop.count('orders')).toBe(0)
  })
})
