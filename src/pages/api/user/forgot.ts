import { emailFormSchema, readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { askForMail } from '#lib/server/accounts/ask-for-mail.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { accountsOf, fail, note, succeed, tooMany } from './_account.ts'

const SCREEN = '/forgot'

/** POST /api/user/forgot {email}: mails a link; the answer is the same for every mail (A25). */
export async function POST(asked: Asked): Promise<Response> {
  const form = readForm(emailFormSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, SCREEN, ['email'])
  const { email } = form.value
  const seconds = await askForMail(accountsOf(asked), 'reset', email, asked.locals.address)
  if (seconds > 0) return fail(asked, tooMany(seconds), SCREEN, ['email'])
  note(asked, 'info', 'A link was asked for')
  return succeed(asked, { msg: accountMessages.linkSent }, { next: SCREEN })
}
