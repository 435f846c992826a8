import { askLately } from '#lib/server/orders/payment/ask-attempt.ts'
import { type Attempt, findAttemptBeingPaid, isAuthorized } from '#lib/server/orders/attempts.ts'
import type { Payments } from '#lib/server/payments/payments.ts'

/** Where a shopper stands who may have paid already, before anything is asked for again (T10). */
export type PaymentState =
  | { kind: 'none' }
  /** Begun and not paid: the same attempt goes on (F04). */
  | { kind: 'open'; attempt: Attempt }
  /** Money is on its way: nothing further may be paid. */
  | { kind: 'checking'; attempt: Attempt }
  | { kind: 'order'; orderId: string }

/** How long an order counts as what somebody comes back for who lost the network while paying. */
const JUST_MS = 900_000

/** Asks the provider about an attempt that may have been paid, so that a reload tells the truth. */
export async function loadPayment(payments: Payments, userId: string): Promise<PaymentState> {
  const attempt = await findAttemptBeingPaid(payments.db, userId)
  if (!attempt) return { kind: 'none' }
  const settled = await askLately(payments, attempt)
  if (settled?.kind === 'order') return settled
  // Where nobody can say that it was not paid, nothing further may be.
  const isUnknown = settled?.kind === 'pending' || settled?.kind === 'unavailable'
  if (isUnknown || (await isAuthorized(payments.db, attempt.id))) {
    return { kind: 'checking', attempt }
  }
  if (settled?.kind === 'refunded' || settled?.kind === 'attention') return { kind: 'none' }
  return attempt.state === 'open' ? { kind: 'open', attempt } : { kind: 'none' }
}

/** Whether an order has just been made, by whichever way the news of its payment came (F10, F12). */
export async function hasJustBought({ db, now }: Payments, userId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', now() - JUST_MS)
    .executeTakeFirst()
  return order !== undefined
}
