import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { answerMessages } from '#lib/texts/page/cart.ts'
import { ADDRESS_FIELDS, addressSchema } from '#lib/checkout/address.ts'
import { addAddress, listAddresses } from '#lib/server/shopper/addresses.ts'
import { readKey } from '#pages/api/_personal.ts'
import { type Asked, reply } from '#pages/api/_reply.ts'
import { accountsOf, fail, nextOf, requireSelf, succeed } from '#pages/api/user/_account.ts'

/** GET /api/user/addresses: one's own address book, the usual address first. */
export async function GET(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  return reply(await listAddresses(accountsOf(asked).db, user.id))
}

/** POST /api/user/addresses: fields of the checkout form, and isdefault. */
export async function POST(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  const screen = nextOf(asked, '/myaccount')
  const form = readForm(addressSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen, ADDRESS_FIELDS)
  const key = readKey(asked)
  if (!key.ok) return fail(asked, { msg: accountMessages.refused }, screen, ADDRESS_FIELDS)
  const added = await addAddress(accountsOf(asked).db, user.id, form.value, key.value)
  if (!added.ok) return fail(asked, { msg: FAULTS[added.error], status: 409 }, screen)
  return succeed(asked, { msg: accountMessages.addressSaved, _id: added.value }, { next: screen })
}

const FAULTS = { full: accountMessages.tooManyAddresses, keyTaken: answerMessages.keyTaken }
