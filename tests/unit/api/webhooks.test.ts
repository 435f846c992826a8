import { expect, test } from 'vitest'
import { RULES } from '#lib/server/http/guards/rules.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { payAttempt, type PaidShop } from '#tests/support/outside/paid-attempt.ts'
import {
  openPaidShop,
  razorpayOf,
  webhookCall,
  WEBHOOKS,
} from '#tests/support/outside/payment-faults.ts'

/** The shop's address for webhooks, as if called from one address of the network. */
function frontOf(shop: PaidShop, payments: Payments = shop.payments) {
  const { accounts } = openTestAccounts(shop)
  const front = openApiFront(shop, { accounts, payments })
  const send = (signature: string | undefined, raw: Buffer, eventId: string, provider?: string) => {
    const call = webhookCall(raw, signature, eventId)
    const params = provider === undefined ? call.params : { provider }
    return front.call(WEBHOOKS, { ...call, params, address: '198.51.100.7' })
  }
  return { send, [Symbol.asyncDispose]: front[Symbol.asyncDispose] }
}

forEachDatabase((open) => {
  test('a signed webhook is taken at its address and makes the order; badly signed ones are refused, and after a minute’s worth of them put off, while signed ones still pass (F16 H10g P3)', async () => {
    await using shop = await openPaidShop(open)
    await using front = frontOf(shop)
    const { payment } = await payAttempt(shop)
    const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
    const bad = [undefined, '', 'f'.repeat(64), signature.toUpperCase()]
    for (let at = 0; at < RULES.badNews.limit; at++) {
      const refused = await front.send(bad[at % bad.length], raw, eventId)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ error: true })
    }
    const putOff = await front.send('f'.repeat(64), raw, eventId)
    expect(putOff.status).toBe(429)
    expect(Number(putOff.headers.get('retry-after'))).toBeGreaterThan(0)
    await shop.work()
    expect(await shop.count('orders')).toBe(0)

    const taken = await front.send(signature, raw, eventId)
    expect([taken.status, await taken.json()]).toEqual([200, { error: false }])
    await shop.work()
    expect(await shop.count('orders')).toBe(1)
  })

  test('a webhook of another gateway finds no address, and without a secret the address is closed (F16)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payAttempt(shop)
    const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
    const closed = { ...shop.payments, provider: razorpayOf(shop.standIn, '') }
    await using front = frontOf(shop)
    await using closedFront = frontOf(shop, closed)
    for (const provider of ['demo', 'stripe'])
      expect((await front.send(signature, raw, eventId, provider)).status).toBe(404)
    expect((await closedFront.send(signature, raw, eventId)).status).toBe(503)
    await shop.work()
    expect(await shop.count('orders')).toBe(0)
  })
})
