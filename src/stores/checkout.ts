import * as z from 'zod/mini'
import { get, post } from '#lib/api-client.ts'
import {
  type CheckoutAnswer,
  type PaymentEnd,
  readCheckoutAnswer,
  readOrderAnswer,
} from '#lib/checkout/checkout-answers.ts'
import { type CheckoutView, checkoutViewSchema } from '#lib/checkout/checkout-view.ts'
import type { OrderAnswer } from '#lib/checkout/order.ts'
import { pause } from '#lib/pause.ts'

/** Waits between two questions, in milliseconds; the last one goes on. */
const WAITS_MS = [1000, 1500, 2000, 3000, 5000, 8000, 15_000]
const waitMs = (turn: number) => WAITS_MS[turn] ?? WAITS_MS.at(-1) ?? 0

/** Has the server begin the payment of the cart, once for each key. */
export async function beginCheckout({
  idempotencykey,
  ...values
}: Record<string, unknown>): Promise<CheckoutAnswer> {
  const options = typeof idempotencykey === 'string' ? { idempotencyKey: idempotencykey } : {}
  return readCheckoutAnswer(await post('/api/checkout', values, options))
}

/**
 * YOUR ORDER as it is now, and where its payment stands; undefined when the shop cannot be reached.
 * @param values the form's, with what the shopper has been shown: a total in rupees, and the name of its lines
 */
export async function fetchCheckout({
  seen = '',
  shown = '',
}: Record<string, unknown> = {}): Promise<CheckoutView | undefined> {
  const answer = await get(`/api/checkout?seen=${seen}&shown=${shown}`)
  return checkoutViewSchema.safeParse(answer).data
}

/** How a payment ended, as far as the browser must know. */
export type Settled =
  /** An order; or, with a word on it, paid and none: the money goes back, or somebody looks into it. */
  | { kind: 'paid'; problem?: string }
  | { kind: 'unpaid' }
  | { kind: 'unproven' }
  | { kind: 'signedOut' }

type Proof = { attempt: string; paymentid: string; signature: string }

/**
 * Brings the proof to the shop, again and again until it says how the payment ended. Asking twice is
 * harmless, and what is not known is "checking", never "failed" (T10, F05, F07).
 * @param tell hears what is known meanwhile: undefined when nothing could be heard
 */
export async function untilPaid(
  proof: Proof,
  tell: (code: OrderAnswer['code'] | undefined) => void,
): Promise<Settled> {
  for (let turn = 0; ; turn++) {
    const body = await post('/api/orders/create', proof)
    const answer = readOrderAnswer(body)
    if (answer?.order) return { kind: 'paid' }
    if (answer?.code === 'refunded' || answer?.code === 'attention') {
      return { kind: 'paid', problem: answer.msg }
    }
    if (answer?.code === 'unpaid') return { kind: 'unpaid' }
    // Somebody else has signed in since: the gateway's word stands, and the shop asks it (F46).
    if (answer?.code === 'unproven') return { kind: 'unproven' }
    // The session has ended: signing in leads back, and the order is there or coming (F46).
    if (answer?.code === 'signedOut') return { kind: 'signedOut' }
    tell(answer?.code)
    await pause(waitMs(turn))
  }
}

/** Looks until it is known how a payment ended (T10); no connection is no answer. */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; ; turn++) {
    await pause(waitMs(turn))
    const view = await fetchCheckout()
    if (view && view.state !== 'checking') return
  }
}

const proofSchema = z.object({ paymentid: z.string(), signature: z.string() })
/** Only this says that nothing was paid; any other refusal leaves that open (T10). */
const failureSchema = z.object({ code: z.literal('unpaid') })

/** Presses a button of the embedded gateway; a lost answer is no failure, the shop finds out (T10). */
export async function payAtDemo(attempt: string, action: string): Promise<PaymentEnd> {
  const body = await post('/api/demo/pay', { attempt, action })
  const proof = proofSchema.safeParse(body)
  if (proof.success) return { kind: 'paid', ...proof.data }
  return failureSchema.safeParse(body).success ? { kind: 'failed' } : { kind: 'unknown' }
}
