import * as z from 'zod/mini'
import { nameSchema, passwordSchema, phoneSchema } from './account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'

/** Sent along (S-111), and nothing that a shopper may change (A31). */
const IGNORED = {
  id: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  images: z.optional(z.unknown()),
  isadmin: z.optional(z.unknown()),
  userid: z.optional(z.unknown()),
  next: z.optional(z.string()),
}

/** Blank fields are all told alike; what is filled in and wrong has its own words. */
const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const filled = (msg: string) => z.unknown().check(z.refine(isFilled, { error: msg, abort: true }))

/** PUT /api/user/{id} {name, email, phone}: only name and phone change anything. */
export const profileSchema = z.strictObject({
  name: z.pipe(filled(accountMessages.fillProfile), nameSchema),
  phone: z.pipe(filled(accountMessages.fillProfile), phoneSchema),
  ...IGNORED,
})

/** The same with a password: the old one as `password`, the new one as `newpass`. */
export const passwordChangeSchema = z
  .strictObject({
    password: z.pipe(filled(accountMessages.fillPassword), passwordSchema),
    newpass: z.pipe(filled(accountMessages.fillPassword), passwordSchema),
    /** Forms without JavaScript have the confirmation checked here. */
    confirmpass: z.optional(z.string()),
    /** Leaves the other sessions as they are (A23: offered, default off). */
    keepsessions: z.optional(z.union([z.boolean(), z.string()])),
    name: z.optional(z.unknown()),
    phone: z.optional(z.unknown()),
    ...IGNORED,
  })
  .check(
    z.refine(({ newpass, confirmpass }) => confirmpass === undefined || confirmpass === newpass, {
      error: accountMessages.notConfirmed,
      path: ['confirmpass'],
    }),
  )

/** DELETE /api/user/{id} {password}. */
export const deletionSchema = z.strictObject({
  password: passwordSchema,
  userid: z.optional(z.unknown()),
  next: z.optional(z.string()),
})
