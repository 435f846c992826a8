import { readForm } from '#lib/account/account.ts'
import { ADDRESS_FIELDS, type AddressForm, addressSchema } from '#lib/checkout/address.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import type { Context } from '#pages/api/_reply.ts'
import { fail, nextOf, requireSelf, succeed, titleOf } from '#pages/api/user/_account.ts'

type Sent = { user: SignedInUser; screen: string; form: AddressForm }

/** Whose address a form brings, read; or the answer where nobody is signed in, or it is faulty. */
export function readAddress(context: Context): Sent | Response {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const screen = nextOf(context, '/myaccount')
  const form = readForm(addressSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ADDRESS_FIELDS)
  return { user, screen, form: form.value }
}

/** It is kept, under this id. */
export const addressSaved = (context: Context, id: string, screen: string): Response =>
  succeed(context, { msg: accountMessages.addressSaved, _id: id }, { next: titleOf(screen) })
