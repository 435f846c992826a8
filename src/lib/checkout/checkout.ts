import * as z from 'zod/mini'

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

/** Why a checkout is refused (409), as far as the screen needs it: it reads the cart as it is now by itself. */
export const checkoutRefusalSchema = z.object({
  error: z.literal(true),
  msg: z.string(),
  field: z.optional(z.string()),
  code: z.optional(z.string()),
})
export type CheckoutRefusal = z.infer<typeof checkoutRefusalSchema>
