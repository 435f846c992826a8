import { sessionTexts } from '#lib/texts/browser/session.ts'
import { endSession } from '#lib/server/accounts/sign-in.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import { unsubscribeSession } from '#lib/server/push/subscriptions.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountsOf, clearedCookies, succeed } from './_account.ts'

/**
 * POST /api/user/signout: ends the session on the server; also succeeds without a session (S-115).
 */
export async function POST(context: Context): Promise<Response> {
  const { locals, request } = context
  const accounts = accountsOf(context)
  const { user } = locals
  if (user) await retryWhileLocked(() => unsubscribeSession(accounts.db, user))
  const cookies = await endSession(accounts, request.headers)
  accounts.log.info({ id: locals.requestId, user: user?.id }, 'Signed out')
  const on = { next: '/signin', cookies: [...cookies, ...clearedCookies(accounts)] }
  const response = succeed(context, { msg: sessionTexts.loggedOut }, on)
  // Clears the browser's storage too, for a form without JavaScript (A40).
  if (user) response.headers.set('clear-site-data', '"storage"')
  return response
}
