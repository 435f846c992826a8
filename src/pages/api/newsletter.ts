import { newsletterMessages as messages, subscriptionSchema } from '../../lib/newsletter.ts'
import { subscribe } from '../../lib/server/newsletter.ts'
import { type Asked, onlyMethods, replyToForm } from './_reply.ts'

/** POST /api/newsletter {email}: stores the address (design, "Calls"). */
export async function POST({ locals, request }: Asked): Promise<Response> {
  const parsed = subscriptionSchema.safeParse(locals.body)
  if (!parsed.success) {
    return replyToForm(request, { error: true, msg: messages.malformed, field: 'email' }, '/')
  }
  await subscribe(locals.db, parsed.data.email, await locals.catalogue.shop())
  return replyToForm(request, { error: false, msg: messages.subscribed }, '/')
}

export const ALL = onlyMethods('POST')
