import { orderMessages as messages } from '#lib/texts/browser/order.ts'
import { signedIn, type SignedInUser } from '#lib/server/accounts/session.ts'
import type { Rule } from '#lib/server/http/rate-limit.ts'
import { answerForm } from './_form.ts'
import { type Asked, refuse } from './_reply.ts'

/** Where a form ends up after an order (S-133). */
export const orderPath = '/orders'

/** Starts of a checkout, per account (H10e). */
const STARTS: Rule[] = [
  { name: 'checkout-minute', limit: 10, windowMs: 60_000 },
  { name: 'checkout-hour', limit: 30, windowMs: 3_600_000 },
]

/** Who buys is the session's to say; a `userid` in the request is ignored (T01). */
export const buyer = (asked: Asked): SignedInUser | Response => signedIn(asked)

export const noPayments = (): Response => refuse(503, messages.unavailable)

/** 429 when somebody starts too often; else nothing. */
export function limited(asked: Asked, userId: string): Response | undefined {
  const { limits } = asked.locals
  const waits = STARTS.map((rule) => limits?.take(rule, userId) ?? 0)
  const wait = Math.max(...waits)
  if (wait === 0) return undefined
  const answer = { error: true, msg: messages.tooOften(wait) }
  const response = answerForm(asked, 429, answer, '/checkout')
  response.headers.set('retry-after', String(wait))
  return response
}
