import { addAddress, listAddresses } from '#lib/server/shopper/addresses.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { personal } from '#pages/api/_write.ts'
import { saveAddress } from './_address.ts'

/** GET /api/user/addresses: the user's own address book, the usual address first. */
export async function GET(context: Context): Promise<Response> {
  return personal(context, async ({ id }) => reply(await listAddresses(context.locals.db, id)))
}

/** POST /api/user/addresses: adds an address; fields of the checkout form, and isdefault. */
export async function POST(context: Context): Promise<Response> {
  return saveAddress(context, (userId, form, key) =>
    addAddress(context.locals.db, userId, form, key),
  )
}
