import * as z from 'zod/mini'
import { EMAIL } from '#lib/email.ts'

/** The newsletter's form; an address has at most 254 characters (RFC 5321). */
export const subscriptionSchema = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(EMAIL)),
  /** A repeat is harmless by itself: an address is stored once. */
  idempotencykey: z.optional(z.string()),
})

/** What a link of a mail has in its query, whatever programs on the way have added. */
export const letterLinkSchema = z.object({
  /** The address, in base64url: logs of servers on the way don't spell it out. */
  to: z.string().check(z.maxLength(400), z.regex(/^[\w-]+$/)),
  /** Its signature. */
  key: z.string().check(z.maxLength(100)),
})
