import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { ADDRESS_FIELDS, addressSchema } from '#lib/checkout/address.ts'
import { changeAddress, removeAddress } from '#lib/server/shopper/addresses.ts'
import { type Asked } from '#pages/api/_reply.ts'
import {
  accountsOf,
  fail,
  nextOf,
  requireSelf,
  succeed,
  unknown,
} from '#pages/api/user/_account.ts'

/** PUT /api/user/addresses/{id}: the whole address anew. */
export async function PUT(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  const screen = nextOf(asked, '/myaccount')
  const form = readForm(addressSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen, ADDRESS_FIELDS)
  const { id = '' } = asked.params
  const changed = await changeAddress(accountsOf(asked).db, user.id, id, form.value)
  if (!changed.ok) return unknown(asked)
  return succeed(asked, { msg: accountMessages.addressSaved, _id: changed.value }, { next: screen })
}

export async function DELETE(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  const { id = '' } = asked.params
  const removed = await removeAddress(accountsOf(asked).db, user.id, id)
  if (!removed.ok) return unknown(asked)
  return succeed(
    asked,
    { msg: accountMessages.addressDeleted },
    { next: nextOf(asked, '/myaccount') },
  )
}
