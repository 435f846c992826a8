import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import type { KeptOutcome, Outcome } from '#lib/server/shopper/outcome.ts'
import { answerMessages } from '#lib/texts/page/cart.ts'
import { messages } from '#lib/texts/page/messages.ts'

/** How an action ended, as it is answered: `status` false also says that a wish was there already. */
export type Answer = {
  code: number
  status: boolean
  msg: string
  field?: string | undefined
  id?: string | undefined
}

/** An outcome with its status and words (S-188 to S-196); what has them already is as it is. */
export function answerOf(outcome: KeptOutcome | Answer): Answer {
  if ('msg' in outcome) return outcome
  if (outcome.result === 'onlyLeft') {
    return refused(409, messages.onlyLeft(outcome.left), 'quantity')
  }
  if (outcome.result === 'choose') {
    const { kind } = outcome
    return refused(400, answerMessages.choose(messages.choiceNames[kind]), CHOICE_FIELDS[kind])
  }
  const id = 'id' in outcome ? outcome.id : undefined
  return { ...ANSWERS[outcome.result], ...(id !== undefined && { id }) }
}

export const refused = (code: number, msg: string, field?: string): Answer => ({
  ...{ code, status: false, msg },
  ...(field !== undefined && { field }),
})

const done = (msg: string): Answer => ({ code: 200, status: true, msg })

const ANSWERS: Record<Exclude<Outcome['result'], 'onlyLeft' | 'choose'>, Answer> = {
  added: done(answerMessages.added),
  changed: done(answerMessages.changed),
  // Nothing happens on an unchanged quantity (S-122).
  unchanged: done(''),
  // The specification says 'from cart' of a wish as well (S-190).
  removed: done(answerMessages.removed),
  wished: done(answerMessages.wished),
  alreadyWished: refused(200, answerMessages.alreadyWished),
  reviewed: done(answerMessages.reviewed),
  reviewEdited: done(answerMessages.reviewEdited),
  noProduct: refused(404, answerMessages.noProduct, 'productid'),
  withdrawn: refused(409, answerMessages.withdrawn),
  soldOut: refused(409, answerMessages.soldOut),
  tooMany: refused(409, answerMessages.tooMany, 'quantity'),
  tooManyLines: refused(409, answerMessages.tooManyLines),
  tooDear: refused(409, answerMessages.tooDear),
  notInCart: refused(404, answerMessages.notInCart),
  notInWishlist: refused(404, answerMessages.notInWishlist),
  wishlistFull: refused(409, answerMessages.wishlistFull),
  keyTaken: refused(409, answerMessages.keyTaken),
}
