import * as z from 'zod/mini'
import { EMAIL } from '#lib/email.ts'

/** The newsletter's form; an address has at most 254 characters (RFC 5321). */
export const subscriptionSchema = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(EMAIL)),
  /** Accepted and ignored: repeating is harmless, as an address is stored once. */
  idempotencykey: z.optional(z.string()),
})

/** The query of a link in a newsletter mail; parameters that mail programs add are ignored. */
export const letterLinkSchema = z.object({
  /** The email address in base64url, so that server logs do not show it in clear text. */
  to: z.string().check(z.maxLength(400), z.regex(/^[\w-]+$/)),
  /** Its signature. */
  key: z.string().check(z.maxLength(100)),
})
