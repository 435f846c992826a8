import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { askPayment } from './ask-attempt.ts'
import type { Attempt } from '#lib/server/orders/attempts.ts'
import { settledResult, type Settled } from '#lib/server/orders/settle-payment.ts'

/** What a browser brings back from the gateway; any order id in it is ignored (F19). */
export type Proof = { paymentId: string; signature: string }

/** `forged`: the signature does not match our stored order; `checking`: nothing is known yet (T10). */
export type Confirmed = End | { kind: 'pending' | 'forged' | 'checking' }

/** When to ask again if there is no result yet; not each time that the browser asks. */
const SOON_MS = 3000

/**
 * Checks what the browser brought: first the signature, then the provider's records, which decide (P2, F10 to
 * F20). Makes the order, or returns the existing one.
 */
export async function confirmPayment(
  payments: Payments,
  attempt: Attempt,
  { paymentId, signature }: Proof,
): Promise<Confirmed> {
  const { db, provider, step, log, now } = payments
  const orderId = attempt.provider_order_id
  const isProven =
    orderId !== null &&
    attempt.provider === provider.name &&
    provider.verifyCallback({ orderId, paymentId, signature })
  if (!isProven) {
    log.warn({ attempt: attempt.id }, 'A payment with a wrong signature was refused')
    return { kind: 'forged' }
  }
  step('kp:proof-checked', attempt.id)
  const settled =
    (await findEnd(payments, attempt, paymentId)) ??
    (await askPayment(payments, attempt, paymentId))
  if (settled && hasEnded(settled)) return settled
  const soon = now() + SOON_MS
  const ask = db
    .updateTable('attempt')
    .set({ next_ask_at: soon })
    .where('id', '=', attempt.id)
    .where('next_ask_at', '>', soon)
  await retryWhileLocked(() => ask.execute())
  return { kind: settled?.kind === 'pending' ? 'pending' : 'checking' }
}

type End = Extract<Settled, { kind: 'order' | 'refunded' | 'attention' | 'failed' }>
const hasEnded = (settled: { kind: string }): settled is End =>
  ['order', 'refunded', 'attention', 'failed'].includes(settled.kind)

/** The result of a payment that was settled before, without asking the provider (F07, F25). */
async function findEnd(
  { db, provider }: Payments,
  attempt: Attempt,
  paymentId: string,
): Promise<Settled | undefined> {
  const payment = await db
    .selectFrom('payment')
    .select(['id', 'outcome'])
    .where('provider', '=', provider.name)
    .where('provider_payment_id', '=', paymentId)
    .where('attempt_id', '=', attempt.id)
    .where('outcome', 'is not', null)
    .executeTakeFirst()
  return payment && settledResult(db, payment)
}
