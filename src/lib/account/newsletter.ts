import * as z from 'zod/mini'
import { emailTextSchema } from '#lib/email.ts'

/** The newsletter's form. */
export const subscriptionSchema = z.strictObject({
  email: emailTextSchema,
  /** A repeat is harmless by itself: an address is stored once. */
  idempotencykey: z.optional(z.string()),
})
