import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { ADDRESS_FIELDS, addressSchema } from '#lib/checkout/address.ts'
import { changeAddress, removeAddress } from '#lib/server/shopper/addresses.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  fail,
  nextOf,
  requireSelf,
  succeed,
  titleOf,
  unknown,
} from '#pages/api/user/_account.ts'

/** PUT /api/user/addresses/{id}: replaces an address. */
export async function PUT(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const screen = nextOf(context, '/myaccount')
  const form = readForm(addressSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ADDRESS_FIELDS)
  const { id = '' } = context.params
  const changed = await changeAddress(accountsOf(context).db, user.id, id, form.value)
  if (!changed.ok) return unknown(context)
  return succeed(
    context,
    { msg: accountMessages.addressSaved, _id: changed.value },
    { next: titleOf(screen) },
  )
}

/** DELETE /api/user/addresses/{id}: removes an address. */
export async function DELETE(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const { id = '' } = context.params
  const removed = await removeAddress(accountsOf(context).db, user.id, id)
  if (!removed.ok) return unknown(context)
  return succeed(
    context,
    { msg: accountMessages.addressDeleted },
    { next: titleOf(nextOf(context, '/myaccount')) },
  )
}
