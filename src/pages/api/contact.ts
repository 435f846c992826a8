import { type ContactField, contactSchema, faultyFields } from '#lib/account/contact.ts'
import { letterId, receiveLetter } from '#lib/server/letters/contact.ts'
import { letterNumber } from '#lib/server/letters/letter-number.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { contactTexts } from '#lib/texts/page/contact.ts'
import { answer, type Context } from './_reply.ts'

const SCREEN = '/contact'

/** POST /api/contact {name, email, message}: stores a letter and mails it to the shop. */
export async function POST(context: Context): Promise<Response> {
  const { locals, request } = context
  const { accounts, body, catalogue, db } = locals
  const parsed = contactSchema.safeParse(body ?? {})
  if (!parsed.success) return refuseForm(context, faultyFields(parsed.error.issues))
  const { website, idempotencykey, ...letter } = parsed.data
  const key = request.headers.get('idempotency-key') ?? idempotencykey
  const id = letterId(letter, key)
  // A filled `website` field is a bot's: it gets the same answer, so that it goes away.
  if (!website) await receiveLetter(db, id, letter, await catalogue.shop(), accounts?.limits)
  const number = letterNumber(id)
  return answer(
    context,
    { code: 200, msg: contactTexts.sent(number), more: { number } },
    `${SCREEN}#write`,
  )
}

/**
 * Answers with JSON and the first wrong field; a form goes back to its screen with all that was
 * typed.
 */
function refuseForm(context: Context, faulty: ContactField[]): Response {
  const [field] = faulty
  const isOne = field !== undefined && !isForm(context.request)
  const msg = isOne ? contactTexts.fields[field] : contactTexts.refused
  const form = { path: SCREEN, values: textsOf(context.locals.body), faulty }
  return answer(context, { code: 400, msg, field }, { done: SCREEN, refused: SCREEN, form })
}

function textsOf(body: App.Locals['body']): Record<string, string> {
  const given = ['name', 'email', 'message'].map((name) => [name, String(body?.[name] ?? '')])
  return Object.fromEntries(given)
}
