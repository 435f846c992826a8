import type { FormFault } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import {
  codePath,
  forgotPath,
  resetPath,
  safeNext,
  signInPath,
  signUpPath,
} from '#lib/account/next-path.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import type { ClaimCall } from '#lib/server/accounts/password-proof.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { isTooBusy } from '#lib/server/accounts/passwords.ts'
import type { SignInCall, SignInFault } from '#lib/server/accounts/sign-in.ts'
import { serverCookie } from '#lib/server/http/set-cookie.ts'
import { noGuestCookie } from '#lib/server/shopper/guests/guest-cookie.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { formCookie } from '#lib/server/http/form-cookie.ts'
import { type Answer, answer, type Context, notFound } from '#pages/api/_reply.ts'
import { personalWrite } from '#pages/api/_write.ts'

/** Seconds after which a browser may try again if too many passwords are being hashed. */
const RETRY_S = 5

/** Stored in the browser to mark it as signed in; grants no access. */
export const FLAG = 'signed-in'

/** A refusal: the form's error with HTTP status (if not 400) and waiting time. */
export type AccountFault = FormFault & Partial<Pick<Answer, 'code' | 'retryS' | 'more'>>

/**
 * The accounts service.
 * @throws on published pages, which have none
 */
export function accountsOf({ locals }: Context): Accounts {
  if (!locals.accounts) throw new Error('A published page asked for accounts')
  return locals.accounts
}

/** What a sign-in has to know of a request. */
export function callOf({ locals, request }: Context): SignInCall {
  return { headers: request.headers, address: locals.address, requestId: locals.requestId }
}

/**
 * What a request proves besides the code or link that was mailed: its cookies, and who is signed
 * in.
 */
export function claimOf({ locals, request }: Context): ClaimCall {
  return { cookies: request.headers.get('cookie'), signedInId: locals.user?.id }
}

/** What a browser keeps for its shopper besides the session and the guest's cart. */
const KEPT_COOKIES = ['place', 'location', 'form', 'pending']

/**
 * The Set-Cookie headers that delete what this browser keeps for its shopper: a form without script leaves
 * nothing to the next person either (A40).
 */
export const clearedCookies = ({ settings }: Accounts): string[] => [
  noGuestCookie(settings),
  ...KEPT_COOKIES.map((name) => serverCookie({ name, value: '', maxAgeS: 0 })),
]

/** Answers with JSON; redirects a form, with the message. */
export function succeed(
  context: Context,
  { msg, ...more }: { msg: string } & Record<string, unknown>,
  { next, cookies = [] }: { next: string; cookies?: string[] },
): Response {
  const response = answer(context, { code: 200, msg, more }, next)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Answers a refusal with JSON; a form goes back to its `screen` with the fields named in `kept`
 * (never passwords) and the field that the message belongs to.
 */
export function fail(
  context: Context,
  { code = 400, ...fault }: AccountFault,
  screen: string,
  kept: string[] = [],
): Response {
  if (code === 429) note(context, 'warn', 'A limit of accounts was hit')
  const given = kept.map((name) => [name, String(context.locals.body?.[name] ?? '')] as const)
  const values = Object.fromEntries(given.filter(([, value]) => value.length <= 300))
  const [path = screen] = screen.split('?')
  const next = { done: screen, refused: screen, form: { path, values } }
  return answer(context, { code, ...fault }, next)
}

/** The refusal of a caller who has to wait so many seconds. */
export function tooMany(seconds: number): AccountFault {
  return { msg: accountMessages.tooMany(seconds), code: 429, retryS: seconds }
}

const TOO_BUSY: AccountFault = { msg: accountMessages.busy, code: 503, retryS: RETRY_S }

/** The text for a refused sign-in. */
export function wordSignIn(fault: SignInFault): AccountFault {
  switch (fault.code) {
    case 'tooMany':
      return tooMany(fault.seconds)
    case 'busy':
      return TOO_BUSY
    case 'verifyFirst':
      return { msg: accountFormMessages.verifyFirst, code: 403 }
    case 'wrongPair':
      return { msg: accountMessages.wrongPair, code: 401 }
  }
}

/** Where a form wants to go on to, if that is a page of this shop. */
export const nextOf = ({ locals }: Context, fallback = '/'): string => {
  const next = locals.body?.['next']
  return typeof next === 'string' ? safeNext(next, fallback) : fallback
}

/** An account screen's heading, which gets the focus when one of its forms was answered. */
export const titleOf = (screen: string): string => `${screen}#account-title`

/** The sign-in screen, which passes on where the form wants to go. */
export const signInScreen = (context: Context): string => signInPath(nextOf(context))

/** The sign-up screen, likewise. */
export const signUpScreen = (context: Context): string => signUpPath(nextOf(context))
/** The screen that asks for a password-reset link, likewise. */
export const forgotScreen = (context: Context): string => forgotPath(nextOf(context))
/** The screen for a new password, likewise. */
export const resetScreen = (context: Context): string => resetPath(nextOf(context))

/** The screen for the mailed code, likewise. */
export const codeScreen = (context: Context): string => codePath(nextOf(context))

/**
 * A cookie that fills in the form's email address on the next screen, so that nobody types it
 * twice.
 */
export function knownMail(path: '/signin' | '/verifyotp', email: string): string {
  return formCookie(path, { values: { email }, faulty: [] })
}

/** Logs who did what (A44). */
export function note(
  { locals }: Context,
  level: 'info' | 'warn',
  text: string,
  user?: string,
): void {
  const who = user ?? locals.user?.id
  locals.accounts?.log[level]({ id: locals.requestId, ...(who && { user: who }) }, text)
}

/** Runs work that hashes a password; answers 503 if too many are waiting for that. */
export async function unlessBusy(
  context: Context,
  screen: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (isTooBusy(error)) return fail(context, TOO_BUSY, screen)
    throw error
  }
}

/**
 * Does a write of the signed-in user, of nobody else's account; a form is led back to `screen`, the
 * page of theirs that it names.
 */
export function accountWrite(
  context: Context,
  write: (user: SignedInUser, screen: string, key: string | undefined) => Promise<Response>,
): Promise<Response> {
  const screen = nextOf(context, '/myaccount')
  const next = { done: screen, refused: screen }
  return personalWrite(context, next, (user, key) => write(user, screen, key))
}

/**
 * What to answer to a removal that found nothing; undefined for a form, which was pressed twice and
 * is told what its first press did.
 */
export function unknownUnlessForm(context: Context): Response | undefined {
  const answer = unknown(context)
  return isForm(context.request) ? undefined : answer
}

/** Answers 404, also for what belongs to somebody else, and logs who asked and from where (A44). */
export function unknown({ locals }: Context): Response {
  const { accounts, address, requestId: id, user } = locals
  accounts?.log.warn({ id, user: user?.id, address }, 'Something that is not theirs was asked for')
  return notFound()
}
