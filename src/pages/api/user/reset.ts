import { readForm, resetSchema } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { findReset, resetPassword } from '#lib/server/accounts/reset.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  claimOf,
  fail,
  note,
  resetScreen,
  signInScreen,
  succeed,
  unlessBusy,
} from './_account.ts'

/**
 * POST /api/user/reset {token, password}: sets a new password; the mailed token works once (A25).
 */
export async function POST(context: Context): Promise<Response> {
  const screen = resetScreen(context)
  const form = readForm(resetSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ['token'])
  const { token, password } = form.value
  const accounts = accountsOf(context)
  const owner = await findReset(accounts, token)
  if (!owner) return fail(context, { msg: accountFormMessages.usedLink, field: 'token' }, screen)
  const weakness = await accounts.findWeakness(password, owner.email)
  if (weakness) {
    return fail(context, { msg: accountMessages.weak[weakness], field: 'password' }, screen, [
      'token',
    ])
  }
  return unlessBusy(context, screen, async () => {
    const done = await resetPassword(accounts, token, password, claimOf(context))
    if (!done.ok)
      return fail(context, { msg: accountFormMessages.usedLink, field: 'token' }, screen)
    note(context, 'info', 'A password was reset', done.value.userId)
    const on = { next: signInScreen(context), cookies: [done.value.cookie] }
    return succeed(context, { msg: accountMessages.passwordReset }, on)
  })
}
