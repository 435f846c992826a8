import { isAPIError } from 'better-auth/api'
import type { Result } from '../../result.ts'
import { whenFree } from '../database/database.ts'
import type { Accounts } from './accounts.ts'
import { askForMail } from './ask-for-mail.ts'
import { ACCOUNT_RULES } from './limits.ts'
import { isTooBusy } from './passwords.ts'

/** Who asks to sign in, and from where. */
export type SignInCall = {
  headers: Headers
  /** What limits count by; undefined when it cannot be told. */
  address: string | undefined
  requestId: string
}
export type OpenedSession = { user: { id: string; name: string; email: string }; cookies: string[] }
export type SignInFault =
  | { code: 'wrongPair' }
  | { code: 'verifyFirst' }
  | { code: 'busy' }
  | { code: 'tooMany'; seconds: number }

type SignInResult = { ok: true; value: OpenedSession } | { ok: false; error: SignInFault }

/**
 * Opens a session for a mail and its password, in place of the one that the browser had. Answers
 * and takes its time alike whether the mail is known or not (reliability A25).
 */
export async function signIn(
  accounts: Accounts,
  pair: { email: string; password: string },
  call: SignInCall,
): Promise<SignInResult> {
  const { limits, log, passwords } = accounts
  // Before anything is written: who cannot be served has not tried, and costs nothing.
  if (passwords.isFull) return { ok: false, error: { code: 'busy' } }
  const seconds = await limits.takeEach([
    [ACCOUNT_RULES.signInAddress, call.address],
    [ACCOUNT_RULES.signIn, pair.email],
  ])
  if (seconds > 0) return { ok: false, error: { code: 'tooMany', seconds } }
  const checked = await checkPair(accounts, pair, call)
  if (!checked.ok) {
    log.warn({ id: call.requestId, reason: checked.error }, 'A sign-in was refused')
    if (checked.error === 'verifyFirst') {
      // The password was right: what is missing is the code, and the first may have run out.
      await limits.clear(ACCOUNT_RULES.signIn, pair.email)
      await askForMail(accounts, 'verify', pair.email, call.address)
    }
    return { ok: false, error: { code: checked.error } }
  }
  await limits.clear(ACCOUNT_RULES.signIn, pair.email)
  await keepFresh(accounts, checked.value.user.id, pair.password)
  log.info({ id: call.requestId, user: checked.value.user.id }, 'Signed in')
  return checked
}

/** A session of one who has been identified, in place of the one that the browser had. */
export async function openSession(
  accounts: Accounts,
  userId: string,
  call: SignInCall,
): Promise<string[]> {
  const auth = await accounts.auth()
  const headers = agentOf(call.headers)
  const made = await whenFree(() =>
    auth.api.openSession({ body: { userId }, headers, returnHeaders: true }),
  )
  await endSession(accounts, call.headers)
  return made.headers.getSetCookie()
}

async function checkPair(
  accounts: Accounts,
  { email, password }: { email: string; password: string },
  call: SignInCall,
): Promise<Result<OpenedSession, 'wrongPair' | 'verifyFirst' | 'busy'>> {
  const auth = await accounts.auth()
  const headers = agentOf(call.headers)
  try {
    const { response, headers: made } = await whenFree(() =>
      auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    )
    await endSession(accounts, call.headers)
    const { id, name } = response.user
    return { ok: true, value: { user: { id, name, email }, cookies: made.getSetCookie() } }
  } catch (error) {
    if (isTooBusy(error)) return { ok: false, error: 'busy' }
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    const isUnverified = error.body?.code === 'EMAIL_NOT_VERIFIED'
    return { ok: false, error: isUnverified ? 'verifyFirst' : 'wrongPair' }
  }
}

/** Only what is kept with the session: the old cookie must not lend the new one anything (A28). */
function agentOf(headers: Headers): Headers {
  const agent = headers.get('user-agent')
  return new Headers(agent === null ? {} : { 'user-agent': agent.slice(0, 300) })
}

/** Ends the session that a browser brings along. @returns the cookies that clear it */
export async function endSession(accounts: Accounts, headers: Headers): Promise<string[]> {
  const auth = await accounts.auth()
  const ended = await whenFree(() => auth.api.signOut({ headers, returnHeaders: true }))
  return ended.headers.getSetCookie()
}

/** A hash of an earlier cost is made anew while the password is at hand (A34). */
async function keepFresh({ db, passwords }: Accounts, userId: string, password: string) {
  const account = await db
    .selectFrom('account')
    .select(['id', 'password'])
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !passwords.isOutdated(account.password)) return
  const hash = await passwords.hash(password)
  const change = db.updateTable('account').set({ password: hash, updated_at: new Date() })
  await whenFree(() => change.where('id', '=', account.id).execute())
}
