import { readForm, resetSchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { findReset, resetPassword } from '#lib/server/accounts/reset.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { accountsOf, fail, note, succeed, unlessBusy } from './_account.ts'

const SCREEN = '/reset'

/** POST /api/user/reset {token, password}: the token comes from the mail and works once (A25). */
export async function POST(asked: Asked): Promise<Response> {
  const form = readForm(resetSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, SCREEN, ['token'])
  const { token, password } = form.value
  const accounts = accountsOf(asked)
  const owner = await findReset(accounts, token)
  if (!owner) return fail(asked, { msg: accountMessages.usedLink, field: 'token' }, SCREEN)
  const weakness = await accounts.findWeakness(password, owner.email)
  if (weakness) {
    return fail(asked, { msg: accountMessages.weak[weakness], field: 'password' }, SCREEN, [
      'token',
    ])
  }
  return unlessBusy(asked, SCREEN, async () => {
    const done = await resetPassword(accounts, token, password)
    if (!done.ok) return fail(asked, { msg: accountMessages.usedLink, field: 'token' }, SCREEN)
    note(asked, 'info', 'A password was reset', done.value.userId)
    return succeed(asked, { msg: accountMessages.passwordReset }, { next: '/signin' })
  })
}
