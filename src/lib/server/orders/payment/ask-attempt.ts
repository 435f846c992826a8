import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import type { Attempt } from '#lib/server/orders/attempts.ts'
import { settleAsRead } from '#lib/server/orders/refunds/untold-refunds.ts'
import { type Settled, settlePayment } from '#lib/server/orders/settle-payment.ts'

type AttemptState = Settled | { kind: 'unavailable' } | undefined

/** Minimum time between two questions to the provider about one attempt, however often its page is reloaded. */
const POLL_INTERVAL_MS = 5000
const lately = new WeakMap<Payments, Map<string, { at: number; answer: Promise<AttemptState> }>>()

/**
 * What the provider said of an attempt within the last five seconds, else what it says now. For pages, which
 * anybody may reload as often as they like (F24).
 */
export function askCached(payments: Payments, attempt: Attempt): Promise<AttemptState> {
  const known =
    lately.get(payments) ?? new Map<string, { at: number; answer: Promise<AttemptState> }>()
  lately.set(payments, known)
  const now = performance.now()
  for (const [id, { at }] of known) if (now - at >= POLL_INTERVAL_MS) known.delete(id)
  const found = known.get(attempt.id)
  if (found) return found.answer
  const answer = askAttempt(payments, attempt)
  known.set(attempt.id, { at: now, answer })
  // A failure is not kept as an answer.
  answer.catch(() => known.delete(attempt.id))
  return answer
}

/**
 * Asks what became of one payment of an attempt, and settles all of its payments. Undefined while the
 * provider does not list it: the failure of another payment says nothing about this one (T10).
 */
export async function askPayment(
  payments: Payments,
  attempt: Attempt,
  paymentId: string,
): Promise<AttemptState> {
  let own: Settled | undefined
  const best = await askAttempt(payments, attempt, (payment, settled) => {
    if (payment.id === paymentId) own = settled
  })
  return best?.kind === 'order' ? best : own
}

/**
 * Asks the provider for the payments of an attempt, and settles them (F05, F12).
 * @returns the best result of them; undefined if there are none
 */
export async function askAttempt(
  payments: Payments,
  { provider_order_id: orderId }: Attempt,
  onSettled: (payment: GatewayPayment, settled: Settled) => void = () => {},
): Promise<AttemptState> {
  if (orderId === null) return undefined
  const found = await payments.provider.fetchPayments(orderId)
  if (!found.ok) return { kind: 'unavailable' }
  let best: Settled | undefined
  for (const payment of found.value) {
    // Do not trust an answer about another order than the one asked for.
    if (payment.orderId !== orderId) continue
    const settled = await settleAsRead(payments, payment)
    onSettled(payment, settled)
    if (best === undefined || WEIGHT[settled.kind] > WEIGHT[best.kind]) best = settled
  }
  return best
}

const WEIGHT = { unknown: 0, failed: 1, begun: 2, refunded: 3, attention: 4, pending: 5, order: 6 }

/** Captures payments that are only authorized, if the amount is exact, and settles them (F20). */
export async function captureAuthorized(payments: Payments, attempt: Attempt): Promise<void> {
  const { provider_order_id: orderId } = attempt
  if (orderId === null || (await hasOrder(payments, attempt))) return
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

/** Whether the purchase is an order already: then nothing is captured, and the bank releases the money (F23). */
async function hasOrder({ db }: Payments, { chain }: Attempt): Promise<boolean> {
  const order = db.selectFrom('orders').select('id').where('chain', '=', chain)
  return (await order.executeTakeFirst()) !== undefined
}
