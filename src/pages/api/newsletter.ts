import { subscriptionSchema } from '#lib/account/newsletter.ts'
import { newsletterTexts } from '#lib/texts/page/newsletter.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { subscribeToNewsletter } from '#lib/server/letters/newsletter.ts'
import { answer, type Context } from './_reply.ts'

const BLOCK = '/#newsletter-title'

/** POST /api/newsletter {email}: stores the address and sends a mail there that asks for confirmation (G30). */
export async function POST(context: Context): Promise<Response> {
  const { locals } = context
  const parsed = subscriptionSchema.safeParse(locals.body)
  if (!parsed.success) {
    return answer(context, { code: 400, msg: orderMessages.email, field: 'email' }, BLOCK)
  }
  const { accounts, db, user } = locals
  if (!accounts) throw new Error('No accounts are open')
  const { email } = parsed.data
  // A shopper with a confirmed address has proven that it is theirs.
  const isTheirs = user?.emailVerified === true && user.email.toLowerCase() === email
  const shop = await locals.catalogue.shop()
  await subscribeToNewsletter(db, { email, isTheirs }, { shop, sign: accounts.sign }, Date.now())
  const msg = newsletterTexts[isTheirs ? 'subscribed' : 'subscribedAsked']
  return answer(context, { code: 200, msg }, BLOCK)
}
