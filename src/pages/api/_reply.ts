import type { APIContext } from 'astro'
import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Flash } from '#lib/browser/flash.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { type RefusedForm, formCookie } from '#lib/server/http/form-cookie.ts'
import { NOTHING_HERE } from '#lib/server/http/routes.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** The part of Astro's context that endpoints use. */
export type Context = Pick<APIContext, 'locals' | 'params' | 'request' | 'url'>

/** A JSON answer. The server sets how long it may be cached (H12). */
export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } })
}

/** A refusal of a call that no form makes. */
export function refuse(
  status: number,
  msg: string,
  headers: Record<string, string> = {},
): Response {
  return reply({ error: true, msg }, status, headers)
}

/** Answers 404. */
export const notFound = (): Response => reply(NOTHING_HERE, 404)

/** What a call is told, by a script's JSON or on a form's next page. */
export type Answer = {
  /** The HTTP status. */
  code: number
  /** Without a text a form shows no message (S-122). */
  msg: string
  /** Whether the message tells of a fault; if not given, the code says so. */
  error?: boolean
  /** The field that the message is about. */
  field?: string | undefined
  /** Seconds after which it may be tried again. */
  retryS?: number | undefined
  /** Further fields of the JSON. */
  more?: Record<string, unknown>
}

/** Where a form leads when it is done or refused, and the values it gets back when refused. */
export type Next = {
  done: string
  refused: string
  form?: (Omit<Refused, 'faulty'> & Partial<Refused>) | undefined
}

/** A refused form: its screen, what was typed and which fields are wrong. */
type Refused = RefusedForm & { path: string }

/** Answers with JSON and a status; or, for a form, with a redirect and the message. */
export function answer(context: Context, told: Answer, next: string | Next): Response {
  const { code, msg, error = code >= 400, field, retryS, more } = told
  const response = isForm(context.request)
    ? answerForm(context, { ...told, error }, next)
    : reply({ error, msg, ...(field !== undefined && { field }), ...more }, code)
  if (retryS !== undefined) response.headers.set('retry-after', String(retryS))
  return response
}

/** Answers somebody who has to wait so many seconds. */
export function answerTooMany(
  context: Context,
  retryS: number,
  next: string | Next,
  { code = 429, msg = serverAnswers.tooMany(retryS) }: Partial<Answer> = {},
): Response {
  return answer(context, { code, msg, retryS, more: { status: false } }, next)
}

function answerForm(
  { locals }: Context,
  { code, msg, error, field }: Answer & Pick<Flash, 'error'>,
  next: string | Next,
): Response {
  locals.refusedWith = code
  if (typeof next === 'string') return redirectTo(next, { msg, error })
  if (code < 400) return redirectTo(next.done, { msg, error })
  const faulty = field === undefined ? [] : [field]
  return redirectTo(next.refused, { msg, error }, next.form && { faulty, ...next.form })
}

/** Headings beside which a page shows the answer to its form (Flash.astro). */
const ANSWERED_AT = /#(?:account-title|newsletter-title|order-title|product-title|write)$/

/**
 * Redirects a form to its next page. Without a text there is no message (S-122). If the address
 * names a heading of that page, the heading gets the focus.
 */
export function redirectTo(next: string, said?: Flash, refused?: Refused): Response {
  const headers = new Headers({ location: next })
  const isBeside = ANSWERED_AT.test(next) || undefined
  if (said?.msg) headers.append('set-cookie', flashCookie({ ...said, isBeside }))
  if (refused) {
    const { path, values, faulty } = refused
    headers.append('set-cookie', formCookie(path, { values, faulty }))
  }
  return new Response(null, { status: 303, headers })
}

/** The text fields of a form, for its page to show again; empty ones are left out. */
export function textsOf(typed: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== ''
  return Object.fromEntries(Object.entries(typed).filter(isText))
}

/**
 * Answers a shopper's write: JSON includes `now`, what the shopper has; a form has its next page for
 * that.
 */
export async function answerOutcome(
  context: Context,
  outcome: Outcome,
  next: Next,
  now: () => Promise<Record<string, unknown>> = async () => ({}),
): Promise<Response> {
  const { status, ...told } = wordOutcome(outcome)
  if (isForm(context.request)) return answer(context, { ...told, error: !status }, next)
  const id = 'id' in outcome ? outcome.id : undefined
  const more = { status, ...(id !== undefined && { id }), ...(await now()) }
  return answer(context, { ...told, more }, next)
}

/** Answers a write that the shop could not read; nothing was done. */
export function malformed(context: Context, field: string | undefined, next: Next): Response {
  const msg = (field !== undefined && MALFORMED[field]) || cartAnswers.malformed
  return answer(context, { code: 400, msg, field, more: { status: false } }, next)
}

const MALFORMED: Record<string, string> = {
  quantity: cartAnswers.quantityRange,
  was: cartAnswers.quantityRange,
  review: cartAnswers.reviewText,
  customerrating: cartAnswers.reviewRating,
  idempotencykey: cartAnswers.keyMalformed,
}

/** The words for an outcome; `status` is also false for a wish that existed already. */
type Worded = Pick<Answer, 'code' | 'msg' | 'field'> & { status: boolean }

/** Adds status code and text to an outcome (S-188 to S-196). */
export function wordOutcome(outcome: Outcome): Worded {
  if (outcome.result === 'onlyLeft') {
    return refused(409, pageTexts.onlyLeft(outcome.left), 'quantity')
  }
  if (outcome.result === 'choose') {
    const { kind } = outcome
    return refused(400, cartAnswers.choose(pageTexts.choiceNames[kind]), CHOICE_FIELDS[kind])
  }
  return OUTCOMES[outcome.result]
}

const refused = (code: number, msg: string, field?: string): Worded => ({
  ...{ code, status: false, msg, field },
})

const done = (msg: string): Worded => ({ code: 200, status: true, msg })

const OUTCOMES: Record<Exclude<Outcome['result'], 'onlyLeft' | 'choose'>, Worded> = {
  added: done(cartAnswers.added),
  changed: done(cartAnswers.changed),
  // An unchanged quantity has no effect and no message (S-122).
  unchanged: done(''),
  // The specification says 'from cart' for a wish as well (S-190).
  removed: done(cartAnswers.removed),
  wished: done(cartAnswers.wished),
  alreadyWished: refused(200, cartAnswers.alreadyWished),
  reviewed: done(cartAnswers.reviewed),
  reviewEdited: done(cartAnswers.reviewEdited),
  reviewWaits: done(cartAnswers.reviewWaits),
  reviewWaitsAnew: done(cartAnswers.reviewWaitsAnew),
  reviewTakenBack: done(cartAnswers.reviewDeleted),
  reviewTakenBackDown: done(cartAnswers.reviewDeletedDown),
  notReviewed: refused(404, cartAnswers.notReviewed),
  noProduct: refused(404, cartAnswers.noProduct, 'productid'),
  withdrawn: refused(409, cartAnswers.withdrawn),
  soldOut: refused(409, cartAnswers.soldOut),
  tooMany: refused(409, cartAnswers.tooMany, 'quantity'),
  tooManyLines: refused(409, cartAnswers.tooManyLines),
  tooDear: refused(409, cartAnswers.tooDear),
  notInCart: refused(404, cartAnswers.notInCart),
  notInWishlist: refused(404, cartAnswers.notInWishlist),
  wishlistFull: refused(409, cartAnswers.wishlistFull),
  otherPackWished: refused(409, cartAnswers.otherPackWished),
  keyTaken: refused(409, cartAnswers.keyTaken),
}
