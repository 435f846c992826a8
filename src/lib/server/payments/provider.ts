import type { IncomingHeaders } from './signature.ts'
import type { Result } from '#lib/result.ts'

/** A payment as the provider's books have it. */
export type GatewayPayment = {
  id: string
  orderId: string
  state: 'created' | 'failed' | 'authorized' | 'captured' | 'refunded'
  amountPaise: number
  currency: string
  method: string
  /** Why it failed, in the provider's words. */
  reason: string
}

/** What a webhook tells; `other` is none of our business. */
export type GatewayEvent =
  | { kind: 'payment'; id: string; payment: GatewayPayment }
  /** With its payment as that is then, which may be the first that the shop hears of it (F15). */
  | { kind: 'refund'; id: string; refund: GatewayRefund; payment: GatewayPayment | undefined }
  | { kind: 'other'; id: string }

/** A refund as the provider's books have it; somebody may have made it at the provider's own desk. */
export type GatewayRefund = {
  id: string
  paymentId: string
  amountPaise: number
  /** Our own id of it; undefined where the shop has not asked for it. */
  receipt: string | undefined
  state: 'pending' | 'processed' | 'failed'
}

/** Providers give back no less at a time: Razorpay refuses it ("at least INR 1.00"). */
export const MIN_REFUND_PAISE = 100

/** `unavailable`: ask again later, nothing is known. `refused`: asking again will not help. */
export type GatewayError = 'unavailable' | 'refused'

/** The proof that a browser brings back from the gateway. */
type CallbackProof = { orderId: string; paymentId: string; signature: string }

/** One payment provider; Razorpay, its stand-in and the embedded demo gateway have the same face. */
export type PaymentProvider = {
  name: 'razorpay' | 'demo'
  /** Public: the browser opens the dialog with it. */
  keyId: string
  /** False at once while the gateway is known to be away (F25). */
  isAvailable: () => boolean
  /** The same receipt is the same order, however often it is asked for (F03). */
  createOrder: (order: {
    receipt: string
    amountPaise: number
  }) => Promise<Result<{ id: string; amountPaise: number; currency: string }, GatewayError>>
  verifyCallback: (proof: CallbackProof) => boolean
  /** Checks the signature over the raw bytes before anything is parsed (P3). */
  parseWebhook: (
    raw: Buffer,
    headers: IncomingHeaders,
  ) => Result<GatewayEvent, 'closed' | 'unsigned' | 'malformed'>
  fetchPayments: (orderId: string) => Promise<Result<GatewayPayment[], GatewayError>>
  /** All payments of some time, whatever they are for; after a restore. */
  listPayments: (asked: {
    sinceMs: number
    untilMs: number
    skip: number
    count: number
  }) => Promise<Result<GatewayPayment[], GatewayError>>
  capture: (payment: GatewayPayment) => Promise<Result<GatewayPayment, GatewayError>>
  /** The same key is the same refund (P6); it is the receipt too. */
  refund: (refund: {
    key: string
    paymentId: string
    amountPaise: number
  }) => Promise<Result<GatewayRefund, GatewayError>>
}
