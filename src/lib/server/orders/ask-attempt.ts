import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import type { Attempt } from './attempts.ts'
import { type Settled, settlePayment } from './settle-payment.ts'

/**
 * Asks the provider which payments an attempt has had, and settles them (F05, F12).
 * @returns the best news of them; undefined when there are none
 */
export async function askAttempt(
  payments: Payments,
  { provider_order_id: orderId }: Attempt,
): Promise<Settled | { kind: 'unavailable' } | undefined> {
  if (orderId === null) return undefined
  const found = await payments.provider.fetchPayments(orderId)
  if (!found.ok) return { kind: 'unavailable' }
  let best: Settled | undefined
  for (const payment of found.value) {
    // The provider's answer is for the order that was asked for, or it is not believed.
    if (payment.orderId !== orderId) continue
    const settled = await settlePayment(payments, payment)
    if (best === undefined || WEIGHT[settled.kind] > WEIGHT[best.kind]) best = settled
  }
  return best
}

const WEIGHT = { unknown: 0, failed: 1, begun: 2, refunded: 3, attention: 4, pending: 5, order: 6 }

/** Captures what was only authorized, with the exact amount, and settles it (F20). */
export async function captureAuthorized(payments: Payments, attempt: Attempt): Promise<void> {
  const { provider_order_id: orderId } = attempt
  if (orderId === null) return
  const found = await payments.provider.fetchPayments(orderId)
  if (!found.ok) return
  const isOurs = (payment: GatewayPayment) =>
    payment.orderId === orderId &&
    payment.state === 'authorized' &&
    payment.amountPaise === attempt.amount_paise &&
    payment.currency === attempt.currency
  for (const payment of found.value.filter(isOurs)) {
    const captured = await payments.provider.capture(payment)
    if (captured.ok) await settlePayment(payments, captured.value)
  }
}
