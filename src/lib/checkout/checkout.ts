import * as z from 'zod/mini'
import { cartItemSchema } from '#lib/cart/cart.ts'

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
