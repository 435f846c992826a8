import { accountMessages } from '#lib/texts/page/account.ts'
import { endOwnSession } from '#lib/server/accounts/sessions.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  accountWrite,
  note,
  succeed,
  unknownUnlessForm,
} from '#pages/api/user/_account.ts'

/** DELETE /api/user/sessions/{id}: ends one of the user's own sessions. */
export async function DELETE(context: Context): Promise<Response> {
  return accountWrite(context, async (user, screen) => {
    const { id = '' } = context.params
    const isEnded = await endOwnSession(accountsOf(context), user, id)
    const refused = isEnded ? undefined : unknownUnlessForm(context)
    if (refused) return refused
    if (isEnded) note(context, 'info', 'A session was ended')
    return succeed(context, { msg: accountMessages.sessionEnded }, { next: screen })
  })
}
