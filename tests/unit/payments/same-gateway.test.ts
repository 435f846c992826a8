import { expect, test } from 'vitest'
import { openDemo } from '#lib/server/payments/demo.ts'
import type { PaymentProvider } from '#lib/server/payments/provider.ts'
import { RazorpayStandIn } from '#tests/razorpay/stand-in.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { razorpayOf } from '#tests/support/outside/payment-faults.ts'

type Proof = { paymentId: string; signature: string }
type Notice = { raw: Buffer; signature: string; eventId: string }

/** A provider, and what its customers and its own webhooks do. */
type Gateway = {
  provider: PaymentProvider
  pay: (orderId: string, outcome: 'pay' | 'fail' | 'slow') => Promise<Proof>
  webhookOf: (paymentId: string) => Promise<Notice>
}

function demoOf({ db }: TestDatabase): Gateway {
  const provider = openDemo(db, 'a secret of this test')
  const pay: Gateway['pay'] = async (orderId, outcome) => {
    const paid = await provider.pay(orderId, outcome)
    if (!paid) throw new Error(`${orderId} cannot be paid`)
    return paid
  }
  return { provider, pay, webhookOf: provider.webhookOf }
}

function standInOf(standIn: RazorpayStandIn): Gateway {
  const states = { pay: 'captured', fail: 'failed', slow: 'authorized' } as const
  const webhookOf = async (paymentId: string) => {
    const payment = standIn.payments.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`No payment ${paymentId}`)
    return standIn.webhook(`payment.${payment.status}`, payment)
  }
  const pay: Gateway['pay'] = async (orderId, outcome) =>
    standIn.pay(orderId, { status: states[outcome] }).proof
  return { provider: razorpayOf(standIn), pay, webhookOf }
}

/** One story of a payment, as the shop hears it; ids and words of a gateway are left out. */
async function storyOf({ provider, pay, webhookOf }: Gateway) {
  const startedAt = Math.floor(Date.now() / 1000) * 1000
  const order = { receipt: 'attempt-1', amountPaise: 12_300 }
  const first = await provider.createOrder(order)
  const again = await provider.createOrder(order)
  if (!first.ok || !again.ok) throw new Error('No order')
  const { id: orderId, ...ordered } = first.value
  const statesOf = async (id = orderId) => {
    const found = await provider.fetchPayments(id)
    return found.ok
      ? found.value.map(({ state, amountPaise, refundedPaise, currency, begunAt = 0 }) => ({
          ...{ state, amountPaise, refundedPaise, currency },
          isDated: begunAt >= startedAt && begunAt <= Date.now(),
        }))
      : found.error
  }
  const unpaid = await statesOf()
  await pay(orderId, 'fail')
  const refused = await statesOf()
  const proof = { orderId, ...(await pay(orderId, 'pay')) }
  const { paymentId } = proof
  const { raw, signature, eventId } = await webhookOf(paymentId)
  const heard = provider.parseWebhook(raw, { signature, eventId })
  const signed = {
    proof: provider.verifyCallback(proof),
    otherPayment: provider.verifyCallback({ ...proof, paymentId: 'pay_other' }),
    webhook: heard.ok && heard.value.kind === 'payment' && heard.value.payment.state,
    isDated:
      heard.ok &&
      heard.value.kind === 'payment' &&
      Number(heard.value.payment.begunAt) >= startedAt,
    changedWebhook: provider.parseWebhook(Buffer.concat([raw, Buffer.from(' ')]), {
      ...{ signature, eventId },
    }),
    unsignedWebhook: provider.parseWebhook(raw, { signature: undefined, eventId }),
  }
  const refund = async (key: string, amountPaise: number, of = paymentId) => {
    const done = await provider.refund({ key, paymentId: of, amountPaise })
    if (!done.ok) return done.error
    const { state, receipt, amountPaise: given } = done.value
    return { state, receipt, given }
  }
  const refunds = [
    await refund('r-1', 2300),
    await refund('r-1', 2300),
    await refund('r-2', 99),
    await refund('r-3', 10_001),
    await refund('r-4', 100, 'pay_unknown'),
  ]
  const partly = (await statesOf()).slice(-1)
  const last = await refund('r-5', 10_000)
  const after = [...(await statesOf()).slice(-1), await refund('r-6', 100)]
  const made = await provider.fetchRefunds(paymentId)
  const given = made.ok && made.value.map(({ id: _, paymentId: __, ...refund }) => refund)
  const slow = await provider.createOrder({ receipt: 'attempt-2', amountPaise: 500 })
  if (!slow.ok) throw new Error('No order')
  await pay(slow.value.id, 'slow')
  const authorized = await provider.fetchPayments(slow.value.id)
  const [held] = authorized.ok ? authorized.value : []
  const captured = held && (await provider.capture(held))
  return {
    ...{ ordered, given, isSameOrder: again.value.id === orderId, unpaid, refused, signed },
    ...{ refunds, partly, last, after, held: held?.state },
    captured: captured?.ok && captured.value.state,
  }
}

forEachDatabase((open) => {
  test('the demo gateway tells a payment from its order to its last refund as Razorpay does (P8)', async () => {
    await using shop = await open()
    await using standIn = await RazorpayStandIn.open()
    const real = await storyOf(standInOf(standIn))
    expect(real).toMatchObject({
      ...{ isSameOrder: true, unpaid: [], held: 'authorized', captured: 'captured' },
      ...{ refused: [{ isDated: true }], signed: { isDated: true } },
      refunds: [{ given: 2300 }, { given: 2300 }, 'refused', 'refused', 'refused'],
    })
    expect(await storyOf(demoOf(shop))).toEqual(real)
  })
})
