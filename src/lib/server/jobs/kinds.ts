import * as z from 'zod/mini'
import { ACCOUNT_LENGTHS } from '#lib/account/account-limits.ts'
import { EMAIL } from '#lib/email.ts'

/** Where a mail can go (A06). */
export const mailAddressSchema = z
  .string()
  .check(z.maxLength(ACCOUNT_LENGTHS.email), z.regex(EMAIL))

/** A header is one line (A06). */
const headerText = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

/** Digits with the country's, after a plus. */
export const phoneSchema = z.string().check(z.regex(/^\+\d{7,15}$/))

/** Orders of which the shop is told; round 0 is the first time. */
const noticeSchema = z.object({ orderId: z.string(), round: z.int() })

/**
 * Every kind of job with what is queued for it. A kind that is queued or handled and not named here
 * does not compile, nor does a shop without a handler for one of them.
 */
const KINDS = {
  mail: z.strictObject({
    to: mailAddressSchema,
    replyTo: z.optional(z.strictObject({ name: headerText(100), address: mailAddressSchema })),
    subject: headerText(150),
    text: z.string(),
    html: z.string(),
    /** After this moment it is of no use and not sent, such as a code that has run out (F42). */
    expiresAt: z.optional(z.int()),
    /** Whoever asked for it gave the address, and has not shown that it is theirs. */
    isTyped: z.optional(z.boolean()),
  }),
  'account-mail': z.strictObject({
    about: z.enum(['verify', 'taken', 'reset', 'changed']),
    email: z.string(),
    /** Where a new password leads on to. */
    next: z.optional(z.string()),
  }),
  'google-photo': z.strictObject({
    userId: z.string(),
    url: z.string().check(z.maxLength(2000)),
  }),
  /** Only names that we have made ourselves: whatever else a row says, no other file is touched. */
  'remove-picture': z.strictObject({
    file: z.string().check(z.regex(/^user-[\w-]{22}\.webp$/)),
  }),
  /**
   * Ids of products whose number of units changed, of those that came into or out of stock, and of those a review of
   * which became that of a buyer, or is so no more.
   */
  stock: z.object({
    changed: z.array(z.string()),
    turned: z.array(z.string()),
    reviewed: z.optional(z.array(z.string())),
  }),
  webhook: z.object({ provider: z.string(), eventId: z.string() }),
  'demo-webhook': z.object({ paymentId: z.string() }),
  'new-order': noticeSchema,
  'order-hook': noticeSchema,
  push: z.extend(noticeSchema, { subscriptionId: z.string() }),
  /** A code for a telephone: made of the job's id, so that no table has it. */
  'phone-code': z.strictObject({
    to: phoneSchema,
    /** What the telephone is known by; jobs of before have none. */
    key: z.optional(z.string()),
  }),
  message: z.strictObject({
    to: phoneSchema,
    text: z.string().check(z.maxLength(1000)),
  }),
}

export type JobKind = keyof typeof KINDS
export type Payloads = { [K in JobKind]: z.infer<(typeof KINDS)[K]> }

/** What is queued for a kind of job: read back by the schema that it was written by. */
export const PAYLOADS: { [K in JobKind]: z.ZodMiniType<Payloads[K]> } = KINDS

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(KINDS, kind)
