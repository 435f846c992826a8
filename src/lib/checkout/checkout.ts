import * as z from 'zod/mini'
import { cartItemSchema } from '#lib/cart/cart.ts'

/** The fields of BILLING DETAILS in the order of the screen (S-108). */
export const BILLING_FIELDS = [
  ...['fullname', 'country', 'streetaddressline1', 'streetaddressline2', 'city', 'state'],
  ...['zipcode', 'phonenumber', 'email'],
] as const
export type BillingField =
  | 'fullname'
  | 'country'
  | 'streetaddressline1'
  | 'streetaddressline2'
  | 'city'
  | 'state'
  | 'zipcode'
  | 'phonenumber'
  | 'email'

/** Longest texts, in characters. */
export const BILLING_LENGTHS: Record<BillingField | 'note', number> = {
  fullname: 80,
  country: 60,
  streetaddressline1: 120,
  streetaddressline2: 120,
  city: 60,
  state: 60,
  zipcode: 12,
  phonenumber: 20,
  email: 254,
  note: 300,
}

/** What a shopper wishes where a product is not there: another one like it, a call, or nothing. */
export const IF_MISSING = ['similar', 'call', 'leave'] as const
export type IfMissing = (typeof IF_MISSING)[number]

export type Billing = Record<BillingField, string> & { note: string }

/** What the gateway's dialog is opened with; `amount` is paise (S-187, S-202). */
export const attemptSchema = z.object({
  attempt: z.string(),
  provider: z.enum(['demo', 'razorpay']),
  key: z.string(),
  orderid: z.string(),
  amount: z.int(),
  currency: z.literal('INR'),
  receipt: z.string(),
  name: z.string(),
  description: z.string(),
  /** When the held stock goes back, in epoch milliseconds. */
  expires: z.int(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
})
export type AttemptAnswer = z.infer<typeof attemptSchema>

/** Why a checkout is refused (409): `lines` is the cart as it is now. */
export const checkoutRefusalSchema = z.object({
  error: z.literal(true),
  msg: z.string(),
  field: z.optional(z.string()),
  code: z.optional(z.string()),
  lines: z.optional(z.array(cartItemSchema)),
  /** The total now and the one that was shown, in rupees. */
  total: z.optional(z.number()),
  seen: z.optional(z.number()),
})
export type CheckoutRefusal = z.infer<typeof checkoutRefusalSchema>
