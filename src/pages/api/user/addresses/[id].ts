import { accountMessages } from '#lib/texts/page/account.ts'
import { changeAddress, removeAddress } from '#lib/server/shopper/addresses.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  nextOf,
  requireSelf,
  succeed,
  titleOf,
  unknown,
  unknownUnlessForm,
} from '#pages/api/user/_account.ts'
import { addressSaved, readAddress } from './_address.ts'

/** PUT /api/user/addresses/{id}: replaces an address. */
export async function PUT(context: Context): Promise<Response> {
  const sent = readAddress(context)
  if (sent instanceof Response) return sent
  const { user, screen, form } = sent
  const { id = '' } = context.params
  const changed = await changeAddress(accountsOf(context).db, user.id, id, form)
  if (!changed.ok) return unknown(context)
  return addressSaved(context, changed.value, screen)
}

/** DELETE /api/user/addresses/{id}: removes an address. */
export async function DELETE(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const { id = '' } = context.params
  const removed = await removeAddress(accountsOf(context).db, user.id, id)
  const refused = removed.ok ? undefined : unknownUnlessForm(context)
  if (refused) return refused
  return succeed(
    context,
    { msg: accountMessages.addressDeleted },
    { next: titleOf(nextOf(context, '/myaccount')) },
  )
}
