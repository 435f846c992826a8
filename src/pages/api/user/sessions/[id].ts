import { accountMessages } from '#lib/texts/page/account.ts'
import { endOwnSession } from '#lib/server/accounts/sessions.ts'
import { type Asked } from '#pages/api/_reply.ts'
import {
  accountsOf,
  nextOf,
  note,
  requireSelf,
  succeed,
  unknown,
} from '#pages/api/user/_account.ts'

/** DELETE /api/user/sessions/{id}: ends one session of one's own. */
export async function DELETE(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  const { id = '' } = asked.params
  if (!(await endOwnSession(accountsOf(asked), user, id))) return unknown(asked)
  note(asked, 'info', 'A session was ended')
  return succeed(
    asked,
    { msg: accountMessages.sessionEnded },
    { next: nextOf(asked, '/myaccount') },
  )
}
