import { readForm, signUpSchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { signUp } from '#lib/server/accounts/sign-up.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  codeScreen,
  fail,
  knownMail,
  signInScreen,
  signUpScreen,
  succeed,
  tooMany,
  unlessBusy,
} from './_account.ts'

const KEPT = ['name', 'email', 'phone']

/**
 * POST /api/user/signup {name, email, phone, password}: creates an account; answers {error, msg}
 * (S-177).
 */
export async function POST(context: Context): Promise<Response> {
  const accounts = accountsOf(context)
  const screen = signUpScreen(context)
  const form = readForm(signUpSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, KEPT)
  const seconds = await accounts.limits.take(ACCOUNT_RULES.signUpAddress, context.locals.address)
  if (seconds > 0) return fail(context, tooMany(seconds), screen, KEPT)
  return unlessBusy(context, screen, async () => {
    const made = await signUp(accounts, form.value)
    if (!made.ok) {
      return fail(
        context,
        { msg: accountMessages.weak[made.error], field: 'password' },
        screen,
        KEPT,
      )
    }
    // The answer must not reveal whether the address was new, so it signs nobody in (A25).
    const isAskedOnce = context.locals.cartGate === 'open'
    const next = isAskedOnce ? codeScreen(context) : signInScreen(context)
    const mail = knownMail(isAskedOnce ? '/verifyotp' : '/signin', form.value.email)
    const on = { next, cookies: [made.value, ...(isForm(context.request) ? [mail] : [])] }
    return succeed(context, { msg: accountMessages.signedUp }, on)
  })
}
