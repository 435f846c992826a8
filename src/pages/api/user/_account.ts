import { RULES } from '#lib/server/http/guards/rules.ts'
import type { FormFault } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
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
import { answerForm, type Context, notFound, redirectTo, reply } from '#pages/api/_reply.ts'

/** How long a browser waits when passwords are checked for many. */
const RETRY_S = 5

/** In local storage it says that this browser is signed in; it opens nothing. */
export const FLAG = 'signed-in'

/** What a call refuses, and how. */
export type Fault = FormFault & { status?: number; retryAfter?: number }

/** The accounts that every call has; only published pages lack them. */
export function accountsOf({ locals }: Context): Accounts {
  if (!locals.accounts) throw new Error('A published page asked for accounts')
  return locals.accounts
}

export function callOf({ locals, request }: Context): SignInCall {
  return { headers: request.headers, address: locals.address, requestId: locals.requestId }
}

/** What the browser brings along that shows a mailed code or link. */
export function claimOf({ locals, request }: Context): ClaimCall {
  return { cookies: request.headers.get('cookie'), signedInId: locals.user?.id }
}

/** JSON; for a form of a page the way on with the message. */
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
 * JSON; for a form of a page the way back to its `screen`, with what was typed but for passwords,
 * and the field that the message belongs to.
 */
export function fail(
  context: Context,
  { msg, field, status = 400, retryAfter }: Fault,
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

export function tooMany(seconds: number): Fault {
  return { msg: accountMessages.tooMany(seconds), status: 429, retryAfter: seconds }
}

const TOO_BUSY: Fault = { msg: accountMessages.busy, status: 503, retryAfter: RETRY_S }

/** Words why nobody was signed in. */
export function wordSignIn(fault: SignInFault): Fault {
  switch (fault.code) {
    case 'tooMany':
      return tooMany(fault.seconds)
    case 'busy':
      return TOO_BUSY
    case 'verifyFirst':
      return { msg: accountMessages.verifyFirst, status: 403 }
    case 'wrongPair':
      return { msg: accountMessages.wrongPair, status: 401 }
  }
}

/** Where a form wants to go on to, if that is a page of ours. */
export const nextOf = ({ locals }: Context, fallback = '/'): string => {
  const next = locals.body?.['next']
  return typeof next === 'string' ? safeNext(next, fallback) : fallback
}

/** The heading of an account's screen: there the focus goes on when a form of it was answered. */
export const titleOf = (screen: string): string => `${screen}#account-title`

/** The sign-in screen, with what the form wants to go on to. */
export const signInScreen = (context: Context): string => signInPath(nextOf(context))

/** Others, likewise. */
export const signUpScreen = (context: Context): string => signUpPath(nextOf(context))
export const forgotScreen = (context: Context): string => forgotPath(nextOf(context))
export const resetScreen = (context: Context): string => resetPath(nextOf(context))

/** The screen of the mailed code, likewise. */
export const codeScreen = (context: Context): string => codePath(nextOf(context))

/** A form's mail, for the screen that it is asked on next: nobody types it twice. */
export function knownMail(path: '/signin' | '/verifyotp', email: string): string {
  return formCookie(path, { values: { email }, faulty: [] })
}

/** Writes down who did what (A44). */
export function note(
  { locals }: Context,
  level: 'info' | 'warn',
  text: string,
  user?: string,
): void {
  const who = user ?? locals.user?.id
  locals.accounts?.log[level]({ id: locals.requestId, ...(who && { user: who }) }, text)
}

/** Does what takes a hash; when too many wait for one, says so. */
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

/** Whoever asks about themselves: signed in, and naming nobody else. */
export function requireSelf(context: Context): SignedInUser | Response {
  const user = signedIn(context)
  if (user instanceof Response) return user
  const seconds = context.locals.limits?.take(RULES.profile, user.id) ?? 0
  if (seconds > 0) return fail(context, tooMany(seconds), '/myaccount')
  return foreignUser(context, user) ?? user
}

/** The same where the path names them; another's id is answered like an unknown one (T02, I8). */
export function ownUser(context: Context): SignedInUser | Response {
  const user = requireSelf(context)
  if (user instanceof Response || context.params['id'] === user.id) return user
  return unknown(context)
}

/** 404, for what is somebody else's too. */
export function unknown(context: Context): Response {
  note(context, 'warn', 'Something that is not theirs was asked for')
  return notFound()
}
