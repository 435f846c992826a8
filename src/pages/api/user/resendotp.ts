import { emailFormSchema, readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { askForMail } from '#lib/server/accounts/ask-for-mail.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { accountsOf, codeScreen, fail, knownMail, succeed, tooMany } from './_account.ts'

/** POST /api/user/resendotp {email}: a new code, once a minute and five times an hour (H10c). */
export async function POST(asked: Asked): Promise<Response> {
  const form = readForm(emailFormSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, codeScreen(asked), ['email'])
  const { email } = form.value
  const seconds = await askForMail(accountsOf(asked), 'verify', email, asked.locals.address)
  if (seconds > 0) return fail(asked, tooMany(seconds), codeScreen(asked), ['email'])
  const cookies = isForm(asked.request) ? [knownMail('/verifyotp', email)] : []
  return succeed(asked, { msg: accountMessages.codeSent }, { next: codeScreen(asked), cookies })
}
