import { accountMessages } from '#lib/texts/page/account.ts'
import { endOtherSessions, listSessions } from '#lib/server/accounts/sessions.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { accountsOf, nextOf, note, requireSelf, succeed } from '#pages/api/user/_account.ts'

/** GET /api/user/sessions: where the user is signed in (A28). */
export async function GET(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  return reply(await listSessions(accountsOf(context), user))
}

/** DELETE /api/user/sessions: signs out everywhere else. */
export async function DELETE(context: Context): Promise<Response> {
  const user = requireSelf(context)
  if (user instanceof Response) return user
  const ended = await endOtherSessions(accountsOf(context), user)
  note(context, 'info', 'Signed out everywhere else')
  const answer = { msg: accountMessages.sessionsEnded, ended }
  return succeed(context, answer, { next: nextOf(context, '/myaccount') })
}
