import {
  collectionOf,
  orderEntity,
  paymentEntity,
  readEvent,
  refundEntity,
  toPayment,
  toRefund,
} from './entities.ts'
import type { PaymentProvider } from './provider.ts'
import { type Ask, RazorpayClient, type RazorpaySettings } from './razorpay-client.ts'
import { hmacHex, isSignature, secretsOf } from './signature.ts'

/** Razorpay captures an authorized payment itself within this time, otherwise we do (F20). */
const CAPTURE_MINUTES = 12

/**
 * How long all calls for a buyer who waits may take together, to have an answer within 12 s (F24): an order alone may
 * need three calls of five seconds, after an earlier attempt was asked about.
 */
const PATIENCE_MS = 11_000

type Settings = RazorpaySettings & { webhookSecret: string | undefined }

/** Razorpay through its Orders API and Standard Checkout (section 5). */
export const openRazorpay = (settings: Settings): PaymentProvider =>
  providerOf(settings, new RazorpayClient(settings))

/** @param signal ends all calls */
function providerOf(
  settings: Settings,
  client: RazorpayClient,
  signal?: AbortSignal,
): PaymentProvider {
  const ask = <Answer>(asked: Ask<Answer>) => client.ask({ ...asked, signal })
  const { keyId, keySecret, patienceMs = PATIENCE_MS } = settings
  const webhookSecrets = secretsOf(settings.webhookSecret)
  const findOrder = async (receipt: string) => {
    const path = `/orders?receipt=${encodeURIComponent(receipt)}`
    const found = await ask({
      ...{ method: 'GET' as const, path, isOnce: true },
      answer: collectionOf(orderEntity),
    })
    return found.ok ? found.value.items.find((order) => order.receipt === receipt) : undefined
  }
  return {
    name: 'razorpay',
    keyId,
    isAvailable: () => client.breaker.isClosed,
    forBuyer: () => providerOf(settings, client, AbortSignal.timeout(patienceMs)),
    async createOrder({ receipt, amountPaise }) {
      const made = await ask({
        method: 'POST',
        path: '/orders',
        about: receipt,
        body: {
          ...{ amount: amountPaise, currency: 'INR', receipt, unique_receipt: true },
          payment: {
            capture: 'automatic',
            capture_options: {
              automatic_expiry_period: CAPTURE_MINUTES,
              manual_expiry_period: 7200,
              refund_speed: 'normal',
            },
          },
        },
        answer: orderEntity,
      })
      if (!made.ok && made.error === 'unavailable') return made
      // A known receipt is refused: the order was made, and the answer was lost (P6).
      const order = made.ok ? made.value : await findOrder(receipt)
      if (!order) return { ok: false, error: 'refused' }
      return {
        ok: true,
        value: { id: order.id, amountPaise: order.amount, currency: order.currency },
      }
    },
    verifyCallback: ({ orderId, paymentId, signature }) =>
      isSignature(signature, hmacHex(keySecret, `${orderId}|${paymentId}`)),
    parseWebhook(raw, { signature, eventId }) {
      if (webhookSecrets.length === 0) return { ok: false, error: 'closed' }
      const isOurs = webhookSecrets
        .map((secret) => isSignature(signature, hmacHex(secret, raw)))
        .includes(true)
      if (!isOurs) return { ok: false, error: 'unsigned' }
      // Without an id, a hash of the bytes identifies the event, so that a repeat is recognised.
      return readEvent(raw, eventId ?? hmacHex('event', raw))
    },
    async fetchPayments(orderId) {
      const path = `/orders/${encodeURIComponent(orderId)}/payments`
      const answer = collectionOf(paymentEntity)
      const found = await ask({ method: 'GET', path, answer, isOnce: true })
      return found.ok ? { ok: true, value: found.value.items.map(toPayment) } : found
    },
    async listPayments({ sinceMs, untilMs, skip, count }) {
      const [from, to] = [Math.floor(sinceMs / 1000), Math.ceil(untilMs / 1000)]
      const path = `/payments?from=${from}&to=${to}&count=${count}&skip=${skip}`
      const answer = collectionOf(paymentEntity)
      const found = await ask({ method: 'GET', path, answer, isOnce: true })
      return found.ok ? { ok: true, value: found.value.items.map(toPayment) } : found
    },
    async capture({ id, amountPaise, currency }) {
      const path = `/payments/${encodeURIComponent(id)}/capture`
      const body = { amount: amountPaise, currency }
      const done = await ask({ method: 'POST', path, body, answer: paymentEntity })
      return done.ok ? { ok: true, value: toPayment(done.value) } : done
    },
    async fetchRefunds(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`
      const answer = collectionOf(refundEntity)
      const found = await ask({ method: 'GET', path, answer, isOnce: true })
      return found.ok ? { ok: true, value: found.value.items.map(toRefund) } : found
    },
    async refund({ key, paymentId, amountPaise }) {
      const done = await ask({
        method: 'POST',
        path: `/payments/${encodeURIComponent(paymentId)}/refund`,
        // The receipt in a webhook distinguishes our refunds from those that others made.
        body: { amount: amountPaise, receipt: key },
        headers: { 'x-refund-idempotency': key },
        // Wrong keys say nothing about a refund that earlier keys may have made.
        silent: [401, 403],
        answer: refundEntity,
      })
      return done.ok ? { ok: true, value: toRefund(done.value) } : done
    },
  }
}
