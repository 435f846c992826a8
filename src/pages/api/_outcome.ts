import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { type Context, redirectTo, reply } from './_reply.ts'

/** Where a form leads when it is done or refused, and the values it gets back when refused. */
export type Next = {
  done: string
  refused: string
  form?: { path: string; values: Record<string, string> }
}

/**
 * Answers with JSON, including `now`, what the shopper has; or, for a form, with a redirect and a
 * message.
 */
export async function answerOutcome(
  { request, locals }: Context,
  outcome: Outcome | Answer,
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

/** Answers a body that does not fit the call; nothing was done. */
export async function malformed(context: Context, field: string | undefined, next: Next) {
  return answerOutcome(context, refused(400, wordsOf(field), field), next)
}

function wordsOf(field: string | undefined): string {
  if (field === 'quantity' || field === 'was') return cartAnswers.quantityRange
  if (field === 'review') return cartAnswers.reviewText
  return field === 'customerrating' ? cartAnswers.reviewRating : cartAnswers.malformed
}

/** Answers a shopper who has to wait so many seconds. */
export async function answerTooMany(
  context: Context,
  seconds: number,
  next: Next,
  status: 429 | 503 = 429,
): Promise<Response> {
  const msg = serverAnswers.tooMany(seconds)
  const response = await answerOutcome(context, refused(status, msg), next)
  response.headers.set('retry-after', String(seconds))
  return response
}

/** The answer to an action; `status` is also false for a wish that existed already. */
type Answer = {
  code: number
  status: boolean
  msg: string
  field?: string | undefined
  id?: string | undefined
}

/**
 * Adds status code and text to an outcome (S-188 to S-196); a refusal of the call itself has them
 * already.
 */
export function answerOf(outcome: Outcome | Answer): Answer {
  if ('msg' in outcome) return outcome
  if (outcome.result === 'onlyLeft') {
    return refused(409, pageTexts.onlyLeft(outcome.left), 'quantity')
  }
  if (outcome.result === 'choose') {
    const { kind } = outcome
    return refused(400, cartAnswers.choose(pageTexts.choiceNames[kind]), CHOICE_FIELDS[kind])
  }
  const id = 'id' in outcome ? outcome.id : undefined
  return { ...ANSWERS[outcome.result], ...(id !== undefined && { id }) }
}

const refused = (code: number, msg: string, field?: string): Answer => ({
  ...{ code, status: false, msg },
  ...(field !== undefined && { field }),
})

const done = (msg: string): Answer => ({ code: 200, status: true, msg })

const ANSWERS: Record<Exclude<Outcome['result'], 'onlyLeft' | 'choose'>, Answer> = {
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
