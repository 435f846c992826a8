import { readForm, signInSchema } from '../../../lib/account.ts'
import { accountMessages as messages } from '../../../lib/account-messages.ts'
import { signIn } from '../../../lib/server/accounts/sign-in.ts'
import { type Asked, onlyMethods } from '../_reply.ts'
import { accountsOf, callOf, fail, nextOf, signInScreen, succeed, wordSignIn } from './_account.ts'

/** In local storage it says that this browser is signed in; it opens nothing (design, decision 5). */
const FLAG = 'signed-in'

/** POST /api/user/signin {email, password}: {error, msg, token, user {name, email, id}} (S-176). */
export async function POST(asked: Asked): Promise<Response> {
  const screen = signInScreen(asked)
  const form = readForm(signInSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen, ['email'])
  const { email, password } = form.value
  const result = await signIn(accountsOf(asked), { email, password }, callOf(asked))
  if (!result.ok) return fail(asked, wordSignIn(result.error), screen, ['email'])
  const { user, cookies } = result.value
  const answer = { msg: messages.signedIn, token: FLAG, user }
  return succeed(asked, answer, { next: nextOf(asked), cookies })
}

export const ALL = onlyMethods('POST')
