import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { answerMessages } from '#lib/texts/page/cart.ts'
import { ADDRESS_FIELDS, addressSchema } from '#lib/checkout/address.ts'
import { addAddress, listAddresses } from '#lib/server/shopper/addresses.ts'
import { readKey } from '#pages/api/_shopper.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import {
  accountsOf,
  fail,
  nextOf,
  requireSelf,
  succeed,
  titleOf,
} from '#pages/api/user/_account.ts'

/** GET /api/user/addresses: the user's own address book, the usual address first. */
export async function GET(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  return reply(await listAddresses(accountsOf(context).db, user.id))
}

/** POST /api/user/addresses: adds an address; fields of the checkout form, and isdefault. */
export async function POST(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const screen = nextOf(context, '/myaccount')
  const form = readForm(addressSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ADDRESS_FIELDS)
  const key = readKey(context)
  if (!key.ok) return fail(context, { msg: accountMessages.refused }, screen, ADDRESS_FIELDS)
  const added = await addAddress(accountsOf(context).db, user.id, form.value, key.value)
  if (!added.ok) return fail(context, { msg: FAULTS[added.error], status: 409 }, screen)
  return succeed(
    context,
    { msg: accountMessages.addressSaved, _id: added.value },
    { next: titleOf(screen) },
  )
}

const FAULTS = { full: accountMessages.tooManyAddresses, keyTaken: answerMessages.keyTaken }
