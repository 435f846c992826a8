import { readForm, signInSchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountsOf, callOf, codeScreen, fail, FLAG, signInScreen, wordSignIn } from './_account.ts'
import { welcome } from './_welcome.ts'

/**
 * POST /api/user/signin {email, password}: signs in; answers {error, msg, token, user {name, email,
 * id}} (S-176).
 */
export async function POST(context: Context): Promise<Response> {
  const screen = signInScreen(context)
  const form = readForm(signInSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ['email'])
  const { email, password } = form.value
  const result = await signIn(accountsOf(context), { email, password }, callOf(context))
  if (!result.ok) {
    const { error } = result
    if (error.code !== 'verifyFirst') return fail(context, wordSignIn(error), screen, ['email'])
    const response = fail(context, wordSignIn(error), codeScreen(context), ['email'])
    response.headers.append('set-cookie', error.cookie)
    return response
  }
  const { user } = result.value
  return welcome(context, result.value, { msg: accountMessages.signedIn, token: FLAG, user })
}
