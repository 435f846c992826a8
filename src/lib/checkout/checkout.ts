import * as z from 'zod/mini'
import { PROVIDERS } from './providers.ts'

/** What the gateway's window is opened with; `amount` is paise (S-187, S-202). */
export const attemptSchema = z.object({
  attempt: z.string(),
  provider: z.enum(PROVIDERS),
  key: z.string(),
  orderid: z.string(),
  amount: z.int(),
  currency: z.literal('INR'),
  receipt: z.string(),
  name: z.string(),
  description: z.string(),
  /** When the held stock is released, in epoch milliseconds. */
  expires: z.int(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
})
export type AttemptAnswer = z.infer<typeof attemptSchema>

/** A refused checkout, as far as the screen reads it; it fetches the current cart separately. */
export const checkoutRefusalSchema = z.object({
  error: z.literal(true),
  msg: z.string(),
  field: z.optional(z.string()),
  code: z.optional(z.string()),
})
export type CheckoutRefusal = z.infer<typeof checkoutRefusalSchema>
