import type { IncomingHeaders } from './signature.ts'
import type { ProviderName } from '#lib/checkout/providers.ts'
import type { Result } from '#lib/result.ts'

/** A payment in the provider's records. */
export type GatewayPayment = {
  id: string
  orderId: string
  state: 'created' | 'failed' | 'authorized' | 'captured' | 'refunded'
  amountPaise: number
  /** How much of it went back, whoever asked for it. */
  refundedPaise: number
  currency: string
  method: string
  /** Why it failed, in the provider's words. */
  reason: string
  /** When the buyer began it, in epoch milliseconds, if the provider says so. */
  begunAt?: number | undefined
}

/** The content of a webhook; `other` does not concern the shop. */
export type GatewayEvent =
  | { kind: 'payment'; id: string; payment: GatewayPayment }
  /** With the payment's state at that time; it may be the first news of it (F15). */
  | { kind: 'refund'; id: string; refund: GatewayRefund; payment: GatewayPayment | undefined }
  | { kind: 'dispute'; id: string; dispute: GatewayDispute }
  | { kind: 'other'; id: string }

/** A refund in the provider's records; it may have been made in the provider's dashboard. */
export type GatewayRefund = {
  id: string
  paymentId: string
  amountPaise: number
  /** Our id of the refund; undefined if the shop did not request it. */
  receipt: string | undefined
  state: 'pending' | 'processed' | 'failed'
}

/** A dispute in the provider's records: the payer's bank asks for the money of a payment, or what it was for. */
export type GatewayDispute = {
  id: string
  paymentId: string
  amountPaise: number
  /** `chargeback`, or how far it has gone otherwise. */
  phase: string
  reason: string
  /** `asked`: the shop is to answer; `review`: it has. */
  state: 'asked' | 'review' | 'won' | 'lost' | 'closed'
  /** Whether the bank holds the money meanwhile, so that the provider refunds none of it. */
  isHeld: boolean
  /** By when to answer, in epoch milliseconds. */
  answerBy: number | undefined
  /** When this was so, in epoch milliseconds. */
  at: number
}

/** The smallest refund: Razorpay refuses less ("at least INR 1.00"). */
export const MIN_REFUND_PAISE = 100

/** `unavailable`: nothing is known, ask again later. `refused`: asking again will not help. */
export type GatewayError = 'unavailable' | 'refused'

/** The proof of payment that a browser brings back from the gateway. */
type CallbackProof = { orderId: string; paymentId: string; signature: string }

/** A payment provider; Razorpay, its stand-in and the built-in demo gateway share this interface. */
export type PaymentProvider = {
  name: ProviderName
  /** Public: the browser opens the dialog with it. */
  keyId: string
  /** False while the gateway is known to be down; answers at once (F25). */
  isAvailable: () => boolean
  /** The same provider for one request of a buyer who waits: its calls end in time for an answer (F24). */
  forBuyer: () => PaymentProvider
  /** The same receipt always yields the same order (F03). */
  createOrder: (order: {
    receipt: string
    amountPaise: number
  }) => Promise<Result<{ id: string; amountPaise: number; currency: string }, GatewayError>>
  verifyCallback: (proof: CallbackProof) => boolean
  /** Verifies the signature over the raw bytes before anything is parsed (P3). */
  parseWebhook: (
    raw: Buffer,
    headers: IncomingHeaders,
  ) => Result<GatewayEvent, 'closed' | 'unsigned' | 'malformed'>
  fetchPayments: (orderId: string) => Promise<Result<GatewayPayment[], GatewayError>>
  /** Lists all payments of a period, whatever they are for. */
  listPayments: (asked: {
    sinceMs: number
    untilMs: number
    skip: number
    count: number
  }) => Promise<Result<GatewayPayment[], GatewayError>>
  capture: (payment: GatewayPayment) => Promise<Result<GatewayPayment, GatewayError>>
  /** All refunds of a payment, whoever asked for them. */
  fetchRefunds: (paymentId: string) => Promise<Result<GatewayRefund[], GatewayError>>
  /** The same key always yields the same refund (P6); it is the receipt too. */
  refund: (refund: {
    key: string
    paymentId: string
    amountPaise: number
  }) => Promise<Result<GatewayRefund, GatewayError>>
}
