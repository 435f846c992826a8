import { readForm, verifySchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { openSession } from '#lib/server/accounts/sign-in.ts'
import { verifyEmail } from '#lib/server/accounts/verify-email.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import type { Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  callOf,
  claimOf,
  codeScreen,
  fail,
  type AccountFault,
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
 * POST /api/user/verifyemail {otp, email}: confirms an address; answers {success, msg} (S-182). In
 * a shop open to visitors, it also signs in the browser in which the password was chosen, with
 * `token` and `user` as in a sign-in.
 */
export async function POST(context: Context): Promise<Response> {
  const form = readForm(verifySchema, context.locals.body)
  if (!form.ok) return refuse(context, form.error)
  const { email } = form.value
  const accounts = accountsOf(context)
  // The network address is counted first, so that refused requests leave no counters for invented
  // email addresses.
  const seconds = await accounts.limits.takeEach([
    [ACCOUNT_RULES.codeCheckAddress, context.locals.address],
    [ACCOUNT_RULES.codeCheck, email],
  ])
  if (seconds > 0) return refuse(context, tooMany(seconds))
  const verified = await verifyEmail(accounts, form.value, claimOf(context))
  if (!verified) {
    note(context, 'warn', 'A code was refused')
    return refuse(context, { msg: accountMessages.wrongCode, field: 'otp' })
  }
  note(context, 'info', 'A mail was verified', verified.userId)
  if (verified.isOwn && context.locals.cartGate === 'open') return enter(context, verified.userId)
  if (!verified.isLocked)
    return done(context, accountMessages.verified, [knownMail('/signin', email)])
  const msg = accountMessages.verifiedElsewhere
  // The message asks the shopper to do something, so the next screen shows it too.
  return done(context, msg, isForm(context.request) ? [] : [flashCookie({ msg, error: false })])
}

/**
 * Signs in without asking for the password: the code was right, and this browser chose the
 * password.
 */
async function enter(context: Context, userId: string): Promise<Response> {
  const accounts = accountsOf(context)
  const answer = { success: true, msg: accountMessages.verified }
  const { user } = context.locals
  if (user?.id === userId) return succeed(context, answer, { next: nextOf(context) })
  const cookies = await openSession(accounts, userId, callOf(context))
  const known = await accounts.db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return welcome(context, { user: known, cookies }, { ...answer, token: FLAG, user: known })
}

function done(context: Context, msg: string, cookies: string[] = []): Response {
  return succeed(context, { success: true, msg }, { next: signInScreen(context), cookies })
}

function refuse(context: Context, fault: AccountFault): Response {
  return fail(context, { ...fault, more: { success: false } }, codeScreen(context), ['email'])
}
