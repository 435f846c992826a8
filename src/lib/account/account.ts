import { ACCOUNT_LENGTHS } from '#lib/lengths.ts'
import * as z from 'zod/mini'
import { EMAIL } from '#lib/email.ts'
import { ONE_LINE } from '#lib/one-line.ts'
import { plainPhone } from '#lib/plain-phone.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'

/** No half of a character, which a database or a hash would change. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)

/**
 * A required text, with the messages of S-136 and S-137; if it is missing, no further check runs.
 */
const filled = (field: keyof typeof accountFormMessages.blank) =>
  z
    .string(accountFormMessages.blank[field])
    .check(z.trim(), z.minLength(1, { error: accountFormMessages.blank[field], abort: true }))

export const nameSchema = filled('name').check(
  z.maxLength(ACCOUNT_LENGTHS.name, accountMessages.malformed.name),
  z.regex(ONE_LINE, accountMessages.malformed.name),
)
export const phoneSchema = filled('phone').check(
  z.overwrite(plainPhone),
  z.maxLength(ACCOUNT_LENGTHS.phone, accountMessages.malformed.phone),
  z.regex(/^\+?[\d ()-]*$/, accountMessages.malformed.phone),
  z.refine(
    (text) => /^\d{6,15}$/.test(text.replaceAll(/\D/g, '')),
    accountMessages.malformed.phone,
  ),
)
export const emailSchema = filled('email').check(
  z.toLowerCase(),
  z.maxLength(ACCOUNT_LENGTHS.email, accountMessages.malformed.email),
  z.regex(EMAIL, accountMessages.malformed.email),
)
/** A password as typed, with its blanks; its strength is checked elsewhere. */
export const passwordSchema = z
  .string(accountFormMessages.blank.password)
  .check(
    z.minLength(1, { error: accountFormMessages.blank.password, abort: true }),
    z.maxLength(1000, accountMessages.malformed.password),
    z.refine(isWhole, accountMessages.malformed.password),
  )

/** Accepted as specified (S-104), but ignored: the server decides. */
const IGNORED = { isadmin: z.optional(z.unknown()) }
/** Where a form without JavaScript leads on to. */
const NEXT = { next: z.optional(z.string()) }

/** Fields in the order of S-136, since the first error is the one shown. */
export const signInSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  ...IGNORED,
  ...NEXT,
})
export const signUpSchema = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  phone: phoneSchema,
  password: passwordSchema,
  ...IGNORED,
  ...NEXT,
})

/**
 * An email address alone, for a new code or a forgotten password. The form with the code sends that
 * too.
 */
export const emailFormSchema = z.strictObject({
  email: emailSchema,
  otp: z.optional(z.unknown()),
  ...NEXT,
})
/** A mailed code; blanks and dashes from pasting are removed. */
export const verifySchema = z.strictObject({
  email: emailSchema,
  otp: z.string(accountMessages.wrongCode).check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, '')),
    z.regex(/^\d{6}$/, accountMessages.wrongCode),
  ),
  ...NEXT,
})
export const resetSchema = z.strictObject({
  token: z
    .string(accountFormMessages.usedLink)
    .check(z.trim(), z.regex(/^[\w-]{20,100}$/, accountFormMessages.usedLink)),
  password: passwordSchema,
  ...NEXT,
})
export type SignUp = Pick<z.infer<typeof signUpSchema>, 'name' | 'email' | 'phone' | 'password'>

/** An error of a form: the first message, and the field it belongs to. */
export type FormFault = { msg: string; field?: string }

/**
 * Reads a form by its schema.
 * @returns otherwise its first error
 */
export function readForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: Record<string, unknown> | undefined,
): { ok: true; value: z.infer<Schema> } | { ok: false; error: FormFault } {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue?.path[0]
  if (issue === undefined || field === undefined) {
    return { ok: false, error: { msg: accountMessages.refused } }
  }
  return { ok: false, error: { msg: issue.message, field: String(field) } }
}
