import { emailFormSchema, readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { askForMail } from '#lib/server/accounts/ask-for-mail.ts'
import { type Context } from '#pages/api/_reply.ts'
import { accountsOf, fail, forgotScreen, nextOf, note, succeed, tooMany } from './_account.ts'

/**
 * POST /api/user/forgot {email}: mails a reset link; the answer is the same for every address
 * (A25).
 */
export async function POST(context: Context): Promise<Response> {
  const screen = forgotScreen(context)
  const form = readForm(emailFormSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ['email'])
  const { email } = form.value
  const letter = { about: 'reset', email, next: nextOf(context) } as const
  const seconds = await askForMail(accountsOf(context), letter, context.locals.address)
  if (seconds > 0) return fail(context, tooMany(seconds), screen, ['email'])
  note(context, 'info', 'A link was asked for')
  return succeed(context, { msg: accountMessages.linkSent }, { next: screen })
}
