import { accountMessages } from '#lib/texts/page/account.ts'
import { endOtherSessions, listSessions } from '#lib/server/accounts/sessions.ts'
import { type Asked, reply } from '#pages/api/_reply.ts'
import { accountsOf, nextOf, note, requireSelf, succeed } from '#pages/api/user/_account.ts'

/** GET /api/user/sessions: where one is signed in (A28). */
export async function GET(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  return reply(await listSessions(accountsOf(asked), user))
}

/** DELETE /api/user/sessions: signs out everywhere else. */
export async function DELETE(asked: Asked): Promise<Response> {
  const user = requireSelf(asked)
  if (user instanceof Response) return user
  const ended = await endOtherSessions(accountsOf(asked), user)
  note(asked, 'info', 'Signed out everywhere else')
  const answer = { msg: accountMessages.sessionsEnded, ended }
  return succeed(asked, answer, { next: nextOf(asked, '/myaccount') })
}
