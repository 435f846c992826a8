import { emailFormSchema, readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { askForMail } from '#lib/server/accounts/ask-for-mail.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountsOf, codeScreen, fail, knownMail, succeed, tooMany } from './_account.ts'

/**
 * POST /api/user/resendotp {email}: mails a new code, at most once a minute and five times an hour
 * (H10c).
 */
export async function POST(context: Context): Promise<Response> {
  const form = readForm(emailFormSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, codeScreen(context), ['email'])
  const { email } = form.value
  const seconds = await askForMail(
    accountsOf(context),
    { about: 'verify', email },
    context.locals.address,
  )
  if (seconds > 0) return fail(context, tooMany(seconds), codeScreen(context), ['email'])
  const cookies = isForm(context.request) ? [knownMail('/verifyotp', email)] : []
  return succeed(context, { msg: accountMessages.codeSent }, { next: codeScreen(context), cookies })
}
