import * as z from 'zod/mini'

/** One plain address: no second one, no quoted part with an @, no comment, no line break (A06). */
export const addressSchema = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(/^[a-z\d!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i),
  )

/** A header is one line (A06). */
const headerText = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

/** A mail as it waits in the queue. */
export const mailSchema = z.strictObject({
  to: addressSchema,
  replyTo: z.optional(z.strictObject({ name: headerText(100), address: addressSchema })),
  subject: headerText(150),
  text: z.string(),
  html: z.string(),
  /** After this moment it is of no use and not sent, such as a code that has run out (F42). */
  expiresAt: z.optional(z.int()),
})
export type Mail = z.infer<typeof mailSchema>
