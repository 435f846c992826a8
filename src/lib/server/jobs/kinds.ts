import { ACCOUNT_LENGTHS } from '#lib/lengths.ts'
import * as z from 'zod/mini'
import { KEPT_EMAIL } from '#lib/email.ts'

/** A single plain address, as everywhere (A06). */
export const mailAddressSchema = z
  .string()
  .check(z.maxLength(ACCOUNT_LENGTHS.email), z.regex(KEPT_EMAIL))

/** A header value must be one line (A06). */
const headerText = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

/** Where answers to a mail go. */
export const replyToSchema = z.strictObject({ name: headerText(100), address: mailAddressSchema })

/** A URL that can stand between angle brackets in a header. */
const linkSchema = z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[!#-;=?-~]+$/))

/** Digits with the country code, after a plus. */
export const e164Schema = z.string().check(z.regex(/^\+\d{7,15}$/))

/** An order that the shop is to be told about; round 0 is the first notice. */
const noticeSchema = z.object({ orderId: z.string(), round: z.int() })

/**
 * Every kind of job and the schema of its payload. A kind that is queued or handled but not named here does
 * not compile, nor does a shop without a handler for one of them.
 */
const KINDS = {
  mail: z.strictObject({
    to: mailAddressSchema,
    replyTo: z.optional(replyToSchema),
    subject: headerText(150),
    text: z.string(),
    html: z.string(),
    /** After this time it is useless and not sent, e.g. a code that has expired (F42). */
    expiresAt: z.optional(z.int()),
    /** How the recipient unsubscribes from the list that it is sent to (RFC 8058). */
    leave: z.optional(z.strictObject({ href: linkSchema, mailto: z.optional(mailAddressSchema) })),
    /** The address was typed by whoever caused the mail, and has not been confirmed. */
    isTyped: z.optional(z.boolean()),
  }),
  'account-mail': z.strictObject({
    about: z.enum(['verify', 'taken', 'reset', 'changed']),
    email: z.string(),
    /** The page to go to after the new password was set. */
    next: z.optional(z.string()),
  }),
  'google-photo': z.strictObject({
    userId: z.string(),
    url: z.string().check(z.maxLength(2000)),
  }),
  /** Only file names made by us: whatever else a row contains, no other file is touched. */
  'remove-picture': z.strictObject({
    file: z.string().check(z.regex(/^user-[\w-]{22}\.webp$/)),
  }),
  /**
   * Ids of products whose stock changed, of those that came into or went out of stock, and of those with a
   * review that became, or is no longer, a buyer's.
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
  /** A code for a phone: it is derived from the job's id, so that no table contains it. */
  'phone-code': z.strictObject({
    to: e164Schema,
    /** The key by which phones are compared; jobs of older versions have none. */
    key: z.optional(z.string()),
  }),
  message: z.strictObject({
    to: e164Schema,
    text: z.string().check(z.maxLength(1000)),
    /** Which of the shop's messages it is, and what it says; jobs of older versions have the text alone. */
    template: z.optional(z.string()),
    values: z.optional(z.record(z.string(), z.string())),
  }),
}

export type JobKind = keyof typeof KINDS
export type Payloads = { [K in JobKind]: z.infer<(typeof KINDS)[K]> }

/** The schema of each kind's payload, by which it is written and read. */
export const PAYLOADS: { [K in JobKind]: z.ZodMiniType<Payloads[K]> } = KINDS

/** Whether a text names a kind of job. */
export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(KINDS, kind)
