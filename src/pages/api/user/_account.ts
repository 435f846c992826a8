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
import { foreignUser, type SignedInUser, signedIn } from '#lib/server/accounts/session.ts'
import { isTooBusy } from '#lib/server/accounts/passwords.ts'
import type { SignInCall, SignInFault } from '#lib/server/accounts/sign-in.ts'
import { formCookie } from '#lib/server/http/form-cookie.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { waitForTurn } from '#pages/api/_limits.ts'
import { answerForm, type Context, notFound, redirectTo, reply } from '#pages/api/_reply.ts'

/** Seconds after which a browser may try again if too many passwords are being hashed. */
const RETRY_S = 5

/** Stored in the browser to mark it as signed in; grants no access. */
export const FLAG = 'signed-in'

/** A refusal: the form's error with HTTP status and waiting time. */
export type AccountFault = FormFault & { status?: number; retryAfter?: number }

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

/** Answers with JSON; redirects a form, with the message. */
export function succeed(
  context: Context,
  answer: { msg: string } & Record<string, unknown>,
  { next, cookies = [] }: { next: string; cookies?: string[] },
): Response {
  const response = answerForm(context, 200, { error: false, ...answer }, next)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Answers a refusal with JSON; a form goes back to its `screen` with the fields named in `kept`
 * (never passwords) and the field that the message belongs to.
 */
export function fail(
  context: Context,
  { msg, field, status = 400, retryAfter }: AccountFault,
  screen: string,
  kept: string[] = [],
): Response {
  if (status === 429) note(context, 'warn', 'A limit of accounts was hit')
  const wait = { ...(retryAfter && { 'retry-after': String(retryAfter) }) }
  if (!isForm(context.request)) {
    return reply({ error: true, msg, ...(field && { field }) }, status, wait)
  }
  context.locals.refusedWith = status
  const given = kept.map((name) => [name, String(context.locals.body?.[name] ?? '')] as const)
  const values = Object.fromEntries(given.filter(([, value]) => value.length <= 300))
  const [path = screen] = screen.split('?')
  const faulty = field === undefined ? [] : [field]
  return redirectTo(screen, { msg, error: true }, { path, values, faulty })
}

/** The refusal of a caller who has to wait so many seconds. */
export function tooMany(seconds: number): AccountFault {
  return { msg: accountMessages.tooMany(seconds), status: 429, retryAfter: seconds }
}

const TOO_BUSY: AccountFault = { msg: accountMessages.busy, status: 503, retryAfter: RETRY_S }

/** The text for a refused sign-in. */
export function wordSignIn(fault: SignInFault): AccountFault {
  switch (fault.code) {
    case 'tooMany':
      return tooMany(fault.seconds)
    case 'busy':
      return TOO_BUSY
    case 'verifyFirst':
      return { msg: accountFormMessages.verifyFirst, status: 403 }
    case 'wrongPair':
      return { msg: accountMessages.wrongPair, status: 401 }
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

/** The signed-in user, provided that the request names no other; otherwise the answer to send. */
export function requireSelf(context: Context): SignedInUser | Response {
  const user = signedIn(context)
  if (user instanceof Response) return user
  const isRead = context.request.method === 'GET'
  const seconds = isRead ? 0 : waitForTurn(context, user.id)
  if (seconds > 0) return fail(context, tooMany(seconds), '/myaccount')
  return foreignUser(context, user) ?? user
}

/**
 * The same for a path with a user's id; another user's id is answered like an unknown one (T02,
 * I8).
 */
export function ownUser(context: Context): SignedInUser | Response {
  const user = requireSelf(context)
  if (user instanceof Response || context.params['id'] === user.id) return user
  return unknown(context)
}

/**
 * What to answer to a removal that found nothing; undefined for a form, which was pressed twice and
 * is told what its first press did.
 */
export function unknownUnlessForm(context: Context): Response | undefined {
  const answer = unknown(context)
  return isForm(context.request) ? undefined : answer
}

/** Answers 404, also for what belongs to somebody else, and logs it. */
export function unknown(context: Context): Response {
  note(context, 'warn', 'Something that is not theirs was asked for')
  return notFound()
}
