import {
  attemptSchema,
  type AttemptAnswer,
  type CheckoutRefusal,
  checkoutRefusalSchema,
} from './checkout.ts'
import { type OrderAnswer, orderAnswerSchema } from './order.ts'

/** The answer of POST /api/checkout; `lost` if nothing readable came. */
export type CheckoutAnswer =
  | { kind: 'attempt'; attempt: AttemptAnswer }
  | { kind: 'order' }
  | { kind: 'refused'; refusal: CheckoutRefusal }
  | { kind: 'lost' }

/** Reads the answer of POST /api/checkout. */
export function readCheckoutAnswer(body: unknown): CheckoutAnswer {
  const attempt = attemptSchema.safeParse(body)
  if (attempt.success) return { kind: 'attempt', attempt: attempt.data }
  const refusal = checkoutRefusalSchema.safeParse(body)
  if (refusal.success) return { kind: 'refused', refusal: refusal.data }
  const isOrder = typeof body === 'object' && body !== null && 'order' in body
  return isOrder ? { kind: 'order' } : { kind: 'lost' }
}

/** Reads the answer of POST /api/orders/create; undefined if nothing readable came. */
export function readOrderAnswer(body: unknown): OrderAnswer | undefined {
  const parsed = orderAnswerSchema.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

/**
 * How a payment window ended. `paid` is only the browser's word, which the server checks (P2);
 * `unknown` means that the answer was lost and may have been a payment (T10).
 */
export type PaymentEnd =
  | { kind: 'paid'; paymentid: string; signature: string }
  | { kind: 'closed' }
  | { kind: 'failed' }
  | { kind: 'missing' }
  | { kind: 'unknown' }
