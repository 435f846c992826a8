import { readForm, verifySchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { openSession } from '#lib/server/accounts/sign-in.ts'
import { verifyEmail } from '#lib/server/accounts/verify-email.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { type Asked, reply } from '#pages/api/_reply.ts'
import {
  accountsOf,
  callOf,
  codeScreen,
  fail,
  type Fault,
  FLAG,
  knownMail,
  nextOf,
  note,
  signInScreen,
  succeed,
  tooMany,
} from './_account.ts'
import { welcome } from './_welcome.ts'

/**
 * POST /api/user/verifyemail {otp, email}: {success, msg} (S-182). In the open shop whoever has chosen the
 * password in this browser is signed in by it, with `token` and `user` as a sign-in has them.
 */
export async function POST(asked: Asked): Promise<Response> {
  const form = readForm(verifySchema, asked.locals.body)
  if (!form.ok) return refuse(asked, form.error)
  const { email } = form.value
  const accounts = accountsOf(asked)
  // The address first: one that is refused leaves no counter behind for each mail it makes up.
  const seconds = await accounts.limits.takeEach([
    [ACCOUNT_RULES.codeCheckAddress, asked.locals.address],
    [ACCOUNT_RULES.codeCheck, email],
  ])
  if (seconds > 0) return refuse(asked, tooMany(seconds))
  const verified = await verifyEmail(accounts, form.value, {
    cookies: asked.request.headers.get('cookie'),
    signedInId: asked.locals.user?.id,
  })
  if (!verified) {
    note(asked, 'warn', 'A code was refused')
    return refuse(asked, { msg: accountMessages.wrongCode, field: 'otp' })
  }
  note(asked, 'info', 'A mail was verified', verified.userId)
  if (verified.isOwn && asked.locals.cartGate === 'open') return enter(asked, verified.userId)
  if (!verified.isLocked)
    return done(asked, accountMessages.verified, [knownMail('/signin', email)])
  const msg = accountMessages.verifiedElsewhere
  // It calls for something: it stands on the next screen too, and not for a second only.
  return done(asked, msg, isForm(asked.request) ? [] : [flashCookie({ msg, error: false })])
}

/** The code was right and the password is theirs: neither is asked for again. */
async function enter(asked: Asked, userId: string): Promise<Response> {
  const accounts = accountsOf(asked)
  const answer = { success: true, msg: accountMessages.verified }
  const { user } = asked.locals
  if (user?.id === userId) return succeed(asked, answer, { next: nextOf(asked) })
  const cookies = await openSession(accounts, userId, callOf(asked))
  const known = await accounts.db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return welcome(asked, { user: known, cookies }, { ...answer, token: FLAG, user: known })
}

function done(asked: Asked, msg: string, cookies: string[] = []): Response {
  return succeed(asked, { success: true, msg }, { next: signInScreen(asked), cookies })
}

function refuse(asked: Asked, fault: Fault): Response {
  if (isForm(asked.request)) return fail(asked, fault, codeScreen(asked), ['email'])
  const { msg, field, status = 400, retryAfter } = fault
  if (status === 429) note(asked, 'warn', 'A limit of accounts was hit')
  const wait: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter) } : {}
  return reply({ error: true, success: false, msg, ...(field && { field }) }, status, wait)
}
