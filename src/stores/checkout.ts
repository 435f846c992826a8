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

/** The wait between two polls in milliseconds: a second at first, growing to 15. */
const waitMs = (turn: number) => Math.min(1000 * 1.5 ** turn, 15_000)

/** Asks the server to begin the payment of the cart; idempotent by `idempotencykey`. */
export async function beginCheckout({
  idempotencykey,
  ...values
}: Record<string, unknown>): Promise<CheckoutAnswer> {
  const idempotencyKey = String(idempotencykey)
  return readCheckoutAnswer(await post('/api/checkout', values, { idempotencyKey }))
}

/**
 * Fetches YOUR ORDER as it is now, and the state of its payment.
 * @param values what the shopper has been shown: `seen`, a total in rupees, and `shown`, a
 *   fingerprint of the lines
 * @returns undefined if the server cannot be reached
 */
export async function fetchCheckout({
  seen = '',
  shown = '',
}: Record<string, unknown> = {}): Promise<CheckoutView | undefined> {
  const answer = await get(`/api/checkout?seen=${seen}&shown=${shown}`)
  return checkoutViewSchema.safeParse(answer).data
}

/** How a payment ended, as far as the browser has to know. */
export type CheckoutResult =
  /**
   * An order; or, with `problem`, a payment without an order: it is refunded, or somebody looks
   * into it.
   */
  | { kind: 'paid'; problem?: string }
  | { kind: 'unpaid' }
  | { kind: 'unproven' }
  | { kind: 'signedOut' }

type Proof = { attempt: string; paymentid: string; signature: string }

/**
 * Sends the proof of payment until the server says how the payment ended. Repeating it is harmless,
 * and an unknown result means "checking", never "failed" (T10, F05, F07).
 * @param tell called with the interim code; undefined if no answer came
 */
export async function untilPaid(
  proof: Proof,
  tell: (code: OrderAnswer['code'] | undefined) => void,
): Promise<CheckoutResult> {
  for (let turn = 0; ; turn++) {
    const body = await post('/api/orders/create', proof)
    const answer = readOrderAnswer(body)
    if (answer?.order) return { kind: 'paid' }
    if (answer?.code === 'refunded' || answer?.code === 'attention') {
      return { kind: 'paid', problem: answer.msg }
    }
    if (answer?.code === 'unpaid') return { kind: 'unpaid' }
    // Another account has signed in meanwhile: the server asks the gateway itself (F46).
    if (answer?.code === 'unproven') return { kind: 'unproven' }
    // The session has ended: signing in leads back, and the order exists or will (F46).
    if (answer?.code === 'signedOut') return { kind: 'signedOut' }
    tell(answer?.code)
    await pause(waitMs(turn))
  }
}

/** Polls until it is known how a payment ended (T10); a failed call does not count. */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; ; turn++) {
    await pause(waitMs(turn))
    const answer = await get('/api/checkout')
    const view = checkoutViewSchema.safeParse(answer).data
    if (view && view.state !== 'checking') return
    // The session has ended: the checkout leads to sign in and back, and then tells (F46).
    if (readOrderAnswer(answer)?.code === 'signedOut') return
  }
}

const proofSchema = z.object({ paymentid: z.string(), signature: z.string() })
/** Only this code says that nothing was paid; after any other refusal that is open (T10). */
const failureSchema = z.object({ code: z.literal('unpaid') })

/**
 * Presses a button of the demo gateway. A lost answer counts as unknown, not as failed: the server
 * finds out (T10).
 */
export async function payAtDemo(attempt: string, action: string): Promise<PaymentEnd> {
  const body = await post('/api/demo/pay', { attempt, action })
  const proof = proofSchema.safeParse(body)
  if (proof.success) return { kind: 'paid', ...proof.data }
  return failureSchema.safeParse(body).success ? { kind: 'failed' } : { kind: 'unknown' }
}
