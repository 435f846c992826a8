import { askCached } from '#lib/server/orders/payment/ask-attempt.ts'
import { type Attempt, findAttemptBeingPaid, isAuthorized } from '#lib/server/orders/attempts.ts'
import type { Payments } from '#lib/server/payments/payments.ts'

/** The state of a shopper's payment, known before anything more can be paid (T10). */
export type PaymentState =
  | { kind: 'none' }
  /** Begun and not paid: the same attempt goes on (F04). */
  | { kind: 'open'; attempt: Attempt }
  /** A payment is being confirmed: nothing more may be paid. */
  | { kind: 'checking'; attempt: Attempt }
  | { kind: 'order'; orderId: string }

/**
 * How recent an order must be to count as the one that a shopper comes back for after losing the
 * network, in milliseconds.
 */
const JUST_MS = 900_000

/**
 * Finds the state of a shopper's payment. Asks the provider about an attempt that may have been
 * paid, so that a reload shows the truth.
 */
export async function loadPayment(payments: Payments, userId: string): Promise<PaymentState> {
  const attempt = await findAttemptBeingPaid(payments.db, userId)
  if (!attempt) return { kind: 'none' }
  const settled = await askCached(payments, attempt)
  if (settled?.kind === 'order') return settled
  // As long as nobody can rule out a payment, nothing more may be paid.
  const isUnknown = settled?.kind === 'pending' || settled?.kind === 'unavailable'
  if (isUnknown || (await isAuthorized(payments.db, attempt.id))) {
    return { kind: 'checking', attempt }
  }
  if (settled?.kind === 'refunded' || settled?.kind === 'attention') return { kind: 'none' }
  return attempt.state === 'open' ? { kind: 'open', attempt } : { kind: 'none' }
}

/**
 * Whether the shopper has placed an order just now, however the news of its payment arrived (F10,
 * F12).
 */
export async function hasJustBought({ db, now }: Payments, userId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', now() - JUST_MS)
    .executeTakeFirst()
  return order !== undefined
}
