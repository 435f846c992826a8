import {
  type ContactField,
  contactMessages as messages,
  contactSchema,
  faultyFields,
} from '../../lib/contact.ts'
import { receiveMessage } from '../../lib/server/contact.ts'
import { formCookie } from '../../lib/server/http/form-cookie.ts'
import { type Asked, onlyMethods, replyToForm } from './_reply.ts'

/** POST /api/contact {name, email, message}: stored, and mailed to the shop (design, "Calls"). */
export async function POST({ locals, request }: Asked): Promise<Response> {
  const { body, catalogue, db } = locals
  const parsed = contactSchema.safeParse(body ?? {})
  if (!parsed.success) return refuseForm(request, body, faultyFields(parsed.error.issues))
  const { website, idempotencykey, ...letter } = parsed.data
  const key = request.headers.get('idempotency-key') ?? idempotencykey
  // A machine is told the same as a person, so that it goes away.
  if (!website) await receiveMessage(db, letter, await catalogue.shop(), key)
  return replyToForm(request, { error: false, msg: messages.sent }, '/contact')
}

export const ALL = onlyMethods('POST')

/** As JSON with the first field; as a form back to its screen, with all that was typed. */
function refuseForm(request: Request, body: App.Locals['body'], faulty: ContactField[]): Response {
  const [field] = faulty
  const msg = field === undefined ? messages.refused : messages.fields[field]
  const isForm = request.headers.get('accept')?.includes('text/html') ?? false
  const answer = { error: true, msg: isForm ? messages.refused : msg, ...(field && { field }) }
  const response = replyToForm(request, answer, '/contact')
  if (isForm)
    response.headers.append('set-cookie', formCookie('/contact', { values: textsOf(body), faulty }))
  return response
}

function textsOf(body: App.Locals['body']): Record<string, string> {
  const given = ['name', 'email', 'message'].map((name) => [name, String(body?.[name] ?? '')])
  return Object.fromEntries(given)
}
