import * as z from 'zod/mini'
import { nameSchema, passwordSchema, phoneSchema } from './account.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'

/** Accepted as specified (S-111), but not changeable by a shopper (A31). */
const IGNORED = {
  id: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  images: z.optional(z.unknown()),
  isadmin: z.optional(z.unknown()),
  userid: z.optional(z.unknown()),
  next: z.optional(z.string()),
}

/** All blank fields get the same message; those filled in wrongly have messages of their own. */
const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const filled = (msg: string) => z.unknown().check(z.refine(isFilled, { error: msg, abort: true }))

/** PUT /api/user/{id} {name, email, phone}: only name and phone are changed. */
export const profileSchema = z.strictObject({
  name: z.pipe(filled(accountFormMessages.fillProfile), nameSchema),
  phone: z.pipe(filled(accountFormMessages.fillProfile), phoneSchema),
  ...IGNORED,
})

/** The same request with passwords: the old one in `password`, the new one in `newpass`. */
export const passwordChangeSchema = z
  .strictObject({
    password: z.pipe(filled(accountFormMessages.fillPassword), passwordSchema),
    newpass: z.pipe(filled(accountFormMessages.fillPassword), passwordSchema),
    /** Checked here for forms without JavaScript. */
    confirmpass: z.optional(z.string()),
    /** Keeps the other sessions signed in (A23: offered, off by default). */
    keepsessions: z.optional(z.union([z.boolean(), z.string()])),
    name: z.optional(z.unknown()),
    phone: z.optional(z.unknown()),
    ...IGNORED,
  })
  .check(
    z.refine(({ newpass, confirmpass }) => confirmpass === undefined || confirmpass === newpass, {
      error: accountFormMessages.notConfirmed,
      path: ['confirmpass'],
    }),
  )

/** DELETE /api/user/{id} {password}. */
export const deletionSchema = z.strictObject({
  password: passwordSchema,
  userid: z.optional(z.unknown()),
  next: z.optional(z.string()),
})
