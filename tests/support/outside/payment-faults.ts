import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import type { Payments, PaymentSettings, KillPoint } from '#lib/server/payments/payments.ts'
import { openRazorpay } from '#lib/server/payments/razorpay.ts'
import type { Db } from '#lib/server/database/schema.ts'
import {
  KEY,
  RazorpayStandIn,
  type StoredPayment,
  WEBHOOK_SECRET,
} from '#tests/razorpay/stand-in.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { openCheckout, openTestPayments } from '#tests/support/orders/checkout-shop.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'

/** So long that a machine that stalls is not taken for a gateway that hangs. */
const PATIENT = { limitMs: 30_000, patienceMs: 30_000 }

/** Opens Razorpay payments that go to the stand-in. */
export const razorpayOf = (
  standIn: RazorpayStandIn,
  webhookSecret: string | undefined = WEBHOOK_SECRET,
  limits: { limitMs?: number; patienceMs?: number } = {},
) => {
  const how = { ...KEY, webhookSecret, pauseMs: 20, ...PATIENT, ...limits }
  return openRazorpay({ apiUrl: standIn.url, ...how })
}

export const WEBHOOKS = 'POST /api/webhooks/[provider]'

/** The call with which Razorpay sends a webhook. */
export const webhookCall = (raw: Buffer, signature: string | undefined, eventId: string) => ({
  params: { provider: 'razorpay' },
  text: raw.toString(),
  headers: {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'x-razorpay-signature': signature }),
    'x-razorpay-event-id': eventId,
  },
})

type Options = { stock?: number | null; settings?: Partial<PaymentSettings> }

/** What a checkout says other than `BILLING`. */
type Fields = Record<string, unknown> & { idempotencykey?: string }

/** A shop whose payments go through a stand-in for Razorpay. */
export async function openPaidShop(open: () => Promise<TestDatabase>, options: Options = {}) {
  const standIn = await RazorpayStandIn.open()
  const shop = await openCheckout(open, { ...options, provider: () => razorpayOf(standIn) })
  const { payments, asha } = shop
  standIn.now = payments.now
  const begin = (user = asha, fields: Fields = {}, on: Payments = payments) => {
    const read = readCheckout({ ...BILLING, ...fields }, fields.idempotencykey)
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return startCheckout(on, user, read.value)
  }
  /** Begins a checkout that must lead to an attempt. */
  const attempt = async (user = asha) => {
    const checkout = await begin(user)
    if (checkout.kind !== 'attempt') throw new Error(JSON.stringify(checkout))
    return checkout.attempt
  }
  const confirm = async (
    attemptId: string,
    proof: { paymentId: string; signature: string },
    user = asha,
    on: Payments = payments,
  ) => {
    const found = await findAttempt(shop.db, user.id, attemptId)
    return found ? confirmPayment(on, found, proof) : { kind: 'unknownAttempt' as const }
  }
  let front: ReturnType<typeof openApiFront> | undefined
  /** Sends a webhook to the shop's address, as the gateway does. @returns the HTTP status */
  const webhook = async (raw: Buffer, signature: string, eventId: string) => {
    front ??= openApiFront(shop, { accounts: openTestAccounts(shop).accounts, payments })
    const { status } = await front.call(WEBHOOKS, webhookCall(raw, signature, eventId))
    return status
  }
  /** Sends a webhook to the shop, and processes it. */
  const notify = async (event: string, payment: StoredPayment) => {
    const { raw, signature, eventId } = standIn.webhook(event, payment)
    const status = await webhook(raw, signature, eventId)
    await shop.work()
    return status
  }
  /** The same shop as if run by another process with this database. */
  const secondServer = (db: Db) =>
    openTestPayments(db, shop.clock, { ...options, provider: () => razorpayOf(standIn) })
  return {
    ...{ ...shop, standIn, begin, attempt, confirm, webhook, notify, secondServer },
    async [Symbol.asyncDispose]() {
      await front?.[Symbol.asyncDispose]()
      await standIn[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** Simulates a kill at a step: nothing after it happens. */
export class Killed extends Error {}

/** Payments that are killed at the given step. */
export function killAt(payments: Payments, wanted: KillPoint): Payments {
  return {
    ...payments,
    step(step) {
      if (step === wanted) throw new Killed(step)
    },
  }
}
