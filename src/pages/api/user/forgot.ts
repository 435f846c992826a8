import { emailFormSchema, readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { askForMail } from '#lib/server/accounts/ask-for-mail.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountsOf, fail, note, succeed, tooMany } from './_account.ts'

const SCREEN = '/forgot'

/** POST /api/user/forgot {email}: mails a link; the answer is the same for every mail (A25). */
export async function POST(context: Context): Promise<Response> {
  const form = readForm(emailFormSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, SCREEN, ['email'])
  const { email } = form.value
  const seconds = await askForMail(accountsOf(context), 'reset', email, context.locals.address)
  if (seconds > 0) return fail(context, tooMany(seconds), SCREEN, ['email'])
  note(context, 'info', 'A link was asked for')
  return succeed(context, { msg: accountMessages.linkSent }, { next: SCREEN })
}
