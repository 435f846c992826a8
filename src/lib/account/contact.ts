import * as z from 'zod/mini'
import { EMAIL } from '#lib/email.ts'
import { ONE_LINE } from '#lib/one-line.ts'

/** Longest texts of the contact form, in characters. */
export const CONTACT_LENGTHS = { name: 80, email: 254, message: 2000 } as const

/** The contact form. The name is put into a mail header, so it must be one line (A06). */
export const contactSchema = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(CONTACT_LENGTHS.name), z.regex(ONE_LINE)),
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(CONTACT_LENGTHS.email), z.regex(EMAIL)),
  message: z.string().check(z.trim(), z.minLength(10), z.maxLength(CONTACT_LENGTHS.message)),
  /** A honeypot: invisible to people, so only bots fill it in. */
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
