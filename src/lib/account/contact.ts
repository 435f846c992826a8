import * as z from 'zod/mini'
import { EMAIL } from '#lib/email.ts'
import { CONTACT_LENGTHS, MIN_MESSAGE_LENGTH } from '#lib/lengths.ts'
import { ONE_LINE } from '#lib/one-line.ts'

/** The contact form. The name is put into a mail header, so it must be one line (A06). */
export const contactSchema = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(CONTACT_LENGTHS.name), z.regex(ONE_LINE)),
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(CONTACT_LENGTHS.email), z.regex(EMAIL)),
  message: z.string().check(
    // Forms send a line break as two characters, and count it as one.
    z.overwrite((text) => text.replaceAll('\r\n', '\n')),
    z.trim(),
    z.minLength(MIN_MESSAGE_LENGTH),
    z.maxLength(CONTACT_LENGTHS.message),
  ),
  /** Not seen by people; what fills it in is a machine. */
  website: z.optional(z.string()),
  idempotencykey: z.optional(z.string().check(z.maxLength(200))),
})
export type ContactLetter = Pick<z.infer<typeof contactSchema>, 'name' | 'email' | 'message'>
export type ContactField = keyof ContactLetter

const FIELDS: ContactField[] = ['name', 'email', 'message']

/** The form's fields with errors, in the order of the screen. */
export function faultyFields(issues: readonly { path: PropertyKey[] }[]): ContactField[] {
  return FIELDS.filter((field) => issues.some((issue) => issue.path[0] === field))
}
