import { accountMessages } from '#lib/texts/page/account.ts'
import { changeAddress, removeAddress } from '#lib/server/shopper/addresses.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountWrite, succeed, titleOf, unknownUnlessForm } from '#pages/api/user/_account.ts'
import { saveAddress } from './_address.ts'

/** PUT /api/user/addresses/{id}: replaces an address. */
export async function PUT(context: Context): Promise<Response> {
  const { id = '' } = context.params
  return saveAddress(context, (userId, form) => changeAddress(context.locals.db, userId, id, form))
}

/** DELETE /api/user/addresses/{id}: removes an address. */
export async function DELETE(context: Context): Promise<Response> {
  return accountWrite(context, async (user, screen) => {
    const { id = '' } = context.params
    const removed = await removeAddress(context.locals.db, user.id, id)
    const refused = removed.ok ? undefined : unknownUnlessForm(context)
    if (refused) return refused
    return succeed(context, { msg: accountMessages.addressDeleted }, { next: titleOf(screen) })
  })
}
