import { accountMessages } from '#lib/texts/page/account.ts'
import { endOtherSessions, listSessions } from '#lib/server/accounts/sessions.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { personal } from '#pages/api/_write.ts'
import { accountsOf, accountWrite, note, succeed } from '#pages/api/user/_account.ts'

/** GET /api/user/sessions: where the user is signed in (A28). */
export async function GET(context: Context): Promise<Response> {
  return personal(context, async (user) => reply(await listSessions(accountsOf(context), user)))
}

/** DELETE /api/user/sessions: signs out everywhere else. */
export async function DELETE(context: Context): Promise<Response> {
  return accountWrite(context, async (user, screen) => {
    const { ended, silenced } = await endOtherSessions(accountsOf(context), user)
    note(context, 'info', 'Signed out everywhere else')
    const msg = accountMessages.withSilenced(accountMessages.sessionsEnded, silenced)
    return succeed(context, { msg, ended }, { next: screen })
  })
}
