import { subscriptionSchema } from '#lib/account/newsletter.ts'
import { newsletterMessages } from '#lib/texts/page/newsletter.ts'
import { subscribe } from '#lib/server/letters/newsletter.ts'
import { answerForm, type Context } from './_reply.ts'

const BLOCK = '/#newsletter-title'

/** POST /api/newsletter {email}: subscribes an address. */
export async function POST(context: Context): Promise<Response> {
  const { locals } = context
  const parsed = subscriptionSchema.safeParse(locals.body)
  if (!parsed.success) {
    const answer = { error: true, msg: newsletterMessages.malformed, field: 'email' }
    return answerForm(context, 400, answer, BLOCK)
  }
  await subscribe(locals.db, parsed.data.email, await locals.catalogue.shop())
  return answerForm(context, 200, { error: false, msg: newsletterMessages.subscribed }, BLOCK)
}
