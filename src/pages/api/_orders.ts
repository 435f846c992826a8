import type { Order } from '#lib/checkout/order.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { loginFirst } from '#lib/server/accounts/session.ts'
import { type Buyer, findBuyer } from '#lib/server/shopper/guests/shopper.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { type Context, redirectTo, refuse, reply } from './_reply.ts'

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
