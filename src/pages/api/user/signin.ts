import { readForm, signInSchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { accountsOf, callOf, codeScreen, fail, FLAG, signInScreen, wordSignIn } from './_account.ts'
import { welcome } from './_welcome.ts'

/** POST /api/user/signin {email, password}: {error, msg, token, user {name, email, id}} (S-176). */
export async function POST(asked: Asked): Promise<Response> {
  const screen = signInScreen(asked)
  const form = readForm(signInSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen, ['email'])
  const { email, password } = form.value
  const result = await signIn(accountsOf(asked), { email, password }, callOf(asked))
  if (!result.ok) {
    const { error } = result
    if (error.code !== 'verifyFirst') return fail(asked, wordSignIn(error), screen, ['email'])
    const response = fail(asked, wordSignIn(error), codeScreen(asked), ['email'])
    response.headers.append('set-cookie', error.cookie)
    return response
  }
  const { user } = result.value
  return welcome(asked, result.value, { msg: accountMessages.signedIn, token: FLAG, user })
}
