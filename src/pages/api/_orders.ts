import type { Order } from '#lib/checkout/order.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { loginFirst } from '#lib/server/accounts/session.ts'
import { type Buyer, findBuyer } from '#lib/server/shopper/guests/shopper.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { waitForCheckout } from './_limits.ts'
import { answerForm, type Context, redirectTo, refuse, reply } from './_reply.ts'

/** Where a form leads after an order (S-133). */
export const ORDERS_PAGE = '/orders'

/** Answers a placed order: as JSON or, for a form, with a redirect and the message of thanks. */
export function answerPlaced(context: Context, order: Order | undefined): Response {
  const said = { error: false, msg: orderMessages.placed }
  if (!isForm(context.request)) return reply({ ...said, order })
  return redirectTo(ORDERS_PAGE, { ...said, code: 'placed' })
}

/** The buyer, by the session or the guest cookie; a `userid` in the request is ignored (T01). */
export const buyer = async (context: Context): Promise<Buyer | Response> =>
  (await findBuyer(context)) ?? loginFirst(context)

/** The answer while no payments are possible. */
export const noPayments = (): Response => refuse(503, orderAnswers.unavailable)

/** The answer 429 to a buyer who starts too many checkouts; undefined within the limits. */
export function limited(context: Context, user: Buyer): Response | undefined {
  const wait = waitForCheckout(context, user)
  if (wait === 0) return undefined
  const answer = { error: true, msg: orderAnswers.tooOften(wait) }
  const response = answerForm(context, 429, answer, '/checkout')
  response.headers.set('retry-after', String(wait))
  return response
}
