import {
  attemptSchema,
  type AttemptAnswer,
  type CheckoutRefusal,
  checkoutRefusalSchema,
} from './checkout.ts'
import { type OrderAnswer, orderAnswerSchema } from './order.ts'

/** What POST /api/checkout has said; `lost` when nothing came that can be read. */
export type CheckoutAnswer =
  | { kind: 'attempt'; attempt: AttemptAnswer }
  | { kind: 'order' }
  | { kind: 'refused'; refusal: CheckoutRefusal }
  | { kind: 'lost' }

export function readCheckoutAnswer(body: unknown): CheckoutAnswer {
  const attempt = attemptSchema.safeParse(body)
  if (attempt.success) return { kind: 'attempt', attempt: attempt.data }
  const refusal = checkoutRefusalSchema.safeParse(body)
  if (refusal.success) return { kind: 'refused', refusal: refusal.data }
  const isOrder = typeof body === 'object' && body !== null && 'order' in body
  return isOrder ? { kind: 'order' } : { kind: 'lost' }
}

/** What POST /api/orders/create has said; undefined when nothing came that can be read. */
export function readOrderAnswer(body: unknown): OrderAnswer | undefined {
  const parsed = orderAnswerSchema.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

/**
 * How a payment window ended. `paid` is only what the browser says, the server finds out (P2);
 * `unknown` is an answer that got lost, which may have been a payment (T10).
 */
export type PaymentEnd =
  | { kind: 'paid'; paymentid: string; signature: string }
  | { kind: 'closed' }
  | { kind: 'failed' }
  | { kind: 'missing' }
  | { kind: 'unknown' }
