import { isAPIError } from 'better-auth/api'
import type { Result } from '#lib/result.ts'
import { isPostgres, retryWhileLocked } from '#lib/server/database/database.ts'
import { readCookies, sessionToken } from '#lib/server/http/cookies.ts'
import type { Accounts } from './accounts.ts'
import { askForMail } from './ask-for-mail.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { ACCOUNT_RULES } from './limits.ts'
import { proofCookie } from './password-proof.ts'
import { isTooBusy } from './passwords.ts'
import { findPassword } from './set-password.ts'

/** The request of a sign-in: its headers and where it comes from. */
export type SignInCall = {
  headers: Headers
  /** The address that limits count by; undefined if it cannot be told. */
  address: string | undefined
  requestId: string
}
export type OpenedSession = { user: { id: string; name: string; email: string }; cookies: string[] }
export type SignInFault =
  | { code: 'wrongPair' }
  /** With the Set-Cookie that proves that the password was entered in this browser (T19). */
  | { code: 'verifyFirst'; cookie: string }
  | { code: 'busy' }
  | { code: 'tooMany'; seconds: number }

type SignInResult = { ok: true; value: OpenedSession } | { ok: false; error: SignInFault }

/**
 * Opens a session for a mail address and its password, replacing the browser's former one. Answer and time
 * taken do not depend on whether the address is known (A25).
 */
export async function signIn(
  accounts: Accounts,
  pair: { email: string; password: string },
  call: SignInCall,
): Promise<SignInResult> {
  const { limits, log, passwords } = accounts
  // Checked before anything is written: a sign-in that cannot be served does not count as a try.
  if (passwords.isFull) return { ok: false, error: { code: 'busy' } }
  const kept = await findPassword(accounts.db, pair.email)
  const device = knownDevice(accounts, { email: pair.email, hash: kept ?? '' }, call.headers)
  // A known browser has a count of its own, so that guesses from elsewhere do not lock it out.
  const subject = device === undefined ? pair.email : `${pair.email} ${device}`
  const seconds = await limits.takeEach([
    [ACCOUNT_RULES.signInAddress, call.address],
    [ACCOUNT_RULES.signIn, subject],
    [ACCOUNT_RULES.signInKnown, device === undefined ? undefined : pair.email],
  ])
  if (seconds > 0) return { ok: false, error: { code: 'tooMany', seconds } }
  const checked = await checkPair(accounts, pair, call, kept)
  if (!checked.ok) {
    log.warn({ id: call.requestId, reason: checked.error }, 'A sign-in was refused')
    if (checked.error === 'verifyFirst') {
      // The password was right; only the mail address is unconfirmed, and the first code may have expired.
      await limits.clear(ACCOUNT_RULES.signIn, subject)
      await askForMail(accounts, { about: 'verify', email: pair.email }, call.address)
      const cookie = proofCookie(accounts, pair.email, kept ?? '')
      return { ok: false, error: { code: 'verifyFirst', cookie } }
    }
    return { ok: false, error: { code: checked.error } }
  }
  await limits.clear(ACCOUNT_RULES.signIn, subject)
  const hash = await keepFresh(accounts, checked.value.user.id, pair.password, kept ?? '')
  log.info({ id: call.requestId, user: checked.value.user.id }, 'Signed in')
  if (device === undefined || hash !== kept)
    checked.value.cookies.push(deviceCookie(accounts, pair.email, hash))
  return checked
}

/** Opens a session for an identified user, replacing the browser's former one. @returns the Set-Cookie headers */
export async function openSession(
  accounts: Accounts,
  userId: string,
  call: SignInCall,
): Promise<string[]> {
  const auth = await accounts.auth()
  const headers = agentOf(call.headers)
  const made = await retryWhileLocked(() =>
    auth.api.openSession({ body: { userId }, headers, returnHeaders: true }),
  )
  await endSession(accounts, call.headers)
  return made.headers.getSetCookie()
}

/** Signs in through the auth library. @param kept the hash that the password is checked against */
async function checkPair(
  accounts: Accounts,
  { email, password }: { email: string; password: string },
  call: SignInCall,
  kept: string | undefined,
): Promise<Result<OpenedSession, 'wrongPair' | 'verifyFirst' | 'busy'>> {
  const auth = await accounts.auth()
  const headers = agentOf(call.headers)
  try {
    const { response, headers: made } = await retryWhileLocked(() =>
      auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    )
    if (!(await isStillKept(accounts, email, kept))) {
      const late = accounts.db.deleteFrom('session').where('token', '=', response.token)
      await retryWhileLocked(() => late.execute())
      return { ok: false, error: 'wrongPair' }
    }
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

/**
 * Whether the password is still the same after it was checked, which takes a while. A change meanwhile ended
 * all sessions, but not the one just opened (F47, T19). On PostgreSQL it waits for a change that is not
 * committed yet.
 */
async function isStillKept({ db, settings }: Accounts, email: string, kept: string | undefined) {
  const isLocking = isPostgres(settings.databaseUrl)
  return (await findPassword(db, email, { isLocking })) === kept
}

/** Only the header stored with the session: the old cookie must not affect the new session (A28). */
function agentOf(headers: Headers): Headers {
  const agent = headers.get('user-agent')
  return new Headers(agent === null ? {} : { 'user-agent': agent.slice(0, 300) })
}

/**
 * Ends the browser's session, or throws. The library ignores a database that is busy or full, and a user
 * could be told that they are signed out when they are not (S-115, I5). @returns the cookies that clear it
 */
export async function endSession(accounts: Accounts, headers: Headers): Promise<string[]> {
  const auth = await accounts.auth()
  const token = sessionToken(readCookies(headers.get('cookie') ?? undefined))
  if (token !== undefined) {
    const end = accounts.db.deleteFrom('session').where('token', '=', token)
    await retryWhileLocked(() => end.execute())
  }
  const ended = await auth.api.signOut({ headers, returnHeaders: true })
  return ended.headers.getSetCookie()
}

/**
 * Renews a hash made with earlier costs, while the password is at hand (A34).
 * @returns the hash kept from now on
 */
async function keepFresh(
  { db, passwords }: Accounts,
  userId: string,
  password: string,
  kept: string,
): Promise<string> {
  if (!passwords.isOutdated(kept)) return kept
  const hash = await passwords.hash(password)
  const change = db.updateTable('account').set({ password: hash, updated_at: new Date() })
  await retryWhileLocked(() =>
    change.where('user_id', '=', userId).where('password', '=', kept).execute(),
  )
  return hash
}
