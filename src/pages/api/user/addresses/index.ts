import { accountMessages } from '#lib/texts/page/account.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import { ADDRESS_FIELDS } from '#lib/checkout/address.ts'
import { addAddress, listAddresses } from '#lib/server/shopper/addresses.ts'
import { readKey } from '#pages/api/_shopper.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { accountsOf, fail, requireSelf } from '#pages/api/user/_account.ts'
import { addressSaved, readAddress } from './_address.ts'

/** GET /api/user/addresses: the user's own address book, the usual address first. */
export async function GET(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  return reply(await listAddresses(accountsOf(context).db, user.id))
}

/** POST /api/user/addresses: adds an address; fields of the checkout form, and isdefault. */
export async function POST(context: Context): Promise<Response> {
  const sent = readAddress(context)
  if (sent instanceof Response) return sent
  const { user, screen, form } = sent
  const key = readKey(context)
  if (!key.ok) return fail(context, { msg: accountMessages.refused }, screen, ADDRESS_FIELDS)
  const added = await addAddress(accountsOf(context).db, user.id, form, key.value)
  if (!added.ok) return fail(context, { msg: FAULTS[added.error], status: 409 }, screen)
  return addressSaved(context, added.value, screen)
}

const FAULTS = { full: accountMessages.tooManyAddresses, keyTaken: cartAnswers.keyTaken }
