import { answerMessages } from '#lib/texts/page/cart.ts'
import { foreignUser, signedIn, type SignedInUser } from '#lib/server/accounts/session.ts'
import { keySchema } from '#lib/server/shopper/cart/requests.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Rule } from '#lib/server/http/guards/rate-limit.ts'
import type { KeptOutcome } from '#lib/server/shopper/outcome.ts'
import { asShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { redirectTo } from './_form.ts'
import { type Answer, answerOf, refused } from './_outcome.ts'
import { type Asked, reply } from './_reply.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** Writes of cart and wishlist, per account (H10e). */
const WRITES: Rule = { name: 'shopper', limit: 120, windowMs: 60_000 }

/** Where a form leads, whether it is done or refused; and what it gets back when it is refused. */
export type Next = {
  done: string
  refused: string
  form?: { path: string; values: Record<string, string> }
}

/** Answers for the user of the session alone: 401 without one, 403 for another one's id (I8). */
export async function personal(
  asked: Asked,
  answer: (user: SignedInUser) => Promise<Response>,
): Promise<Response> {
  const user = signedIn(asked)
  if (user instanceof Response) return user
  return foreignUser(asked, user) ?? answer(user)
}

/** Like `personal`, for a write: a limit per account, and the key of the request. */
export async function personalWrite(
  asked: Asked,
  next: Next,
  answer: (shopper: Shopper, key: string | undefined) => Promise<Response>,
): Promise<Response> {
  return personal(asked, (user) =>
    keyedWrite(asked, next, user.id, (key) => answer(asShopper(user), key)),
  )
}

/** A write under its key, within its limit. */
export async function keyedWrite(
  asked: Asked,
  next: Next,
  id: string,
  answer: (key: string | undefined) => Promise<Response>,
): Promise<Response> {
  const wait = asked.locals.limits?.take(WRITES, id) ?? 0
  if (wait > 0) return tooMany(asked, wait, next)
  const key = readKey(asked)
  return key.ok ? answer(key.value) : malformed(asked, undefined, next)
}

export async function tooMany(
  asked: Asked,
  seconds: number,
  next: Next,
  status: 429 | 503 = 429,
): Promise<Response> {
  const msg = serverAnswers.tooMany(seconds)
  const response = await answerOutcome(asked, refused(status, msg), next)
  response.headers.set('retry-after', String(seconds))
  return response
}

type Key = { ok: true; value: string | undefined } | { ok: false }

/** Header `Idempotency-Key`, or the field of a form. */
export function readKey({ request, locals }: Asked): Key {
  const given = request.headers.get('idempotency-key') ?? locals.body?.['idempotencykey'] ?? ''
  if (given === '') return { ok: true, value: undefined }
  const parsed = keySchema.safeParse(given)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false }
}

/** JSON with what the shopper has now; or, for a form, the way to the next page with the message. */
export async function answerOutcome(
  { request, locals }: Asked,
  outcome: KeptOutcome | Answer,
  next: Next,
  now: () => Promise<Record<string, unknown>> = async () => ({}),
): Promise<Response> {
  const { code, status, msg, field, id } = answerOf(outcome)
  if (isForm(request)) {
    locals.refusedWith = code
    const said = { msg, error: !status }
    if (code === 200) return redirectTo(next.done, said)
    const faulty = field ? [field] : []
    return redirectTo(next.refused, said, next.form && { ...next.form, faulty })
  }
  const known = { ...(field !== undefined && { field }), ...(id !== undefined && { id }) }
  return reply({ status, error: code !== 200, msg, ...known, ...(await now()) }, code)
}

/** The body does not fit the call; nothing was done. */
export async function malformed(asked: Asked, field: string | undefined, next: Next) {
  return answerOutcome(asked, refused(400, wordsOf(field), field), next)
}

function wordsOf(field: string | undefined): string {
  if (field === 'quantity' || field === 'was') return answerMessages.quantityRange
  if (field === 'review') return answerMessages.reviewText
  return field === 'customerrating' ? answerMessages.reviewRating : answerMessages.malformed
}
