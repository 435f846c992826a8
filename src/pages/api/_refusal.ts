import { CASH_REFUSALS, type RefusalCode } from '#lib/checkout/refusals.ts'
import { formatPaise, paiseToRupees } from '#lib/money.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import { cartShape } from '#lib/server/shopper/cart/read-cart.ts'
import type { CheckoutRequest } from '#lib/server/orders/checkout/checkout-request.ts'
import type { CartRefusal } from '#lib/server/orders/checkout/check-cart.ts'
import { answer, type Context } from './_reply.ts'

const RETRY_S = 10

/**
 * Answers a refused checkout: 409 with the cart as it is now, 429 for too many codes, 503 if no
 * payment is possible.
 */
export function answerRefusal(
  context: Context,
  userId: string,
  refusal: CartRefusal,
  { billing, seenPaise, shown, isCod }: CheckoutRequest,
  values: Record<string, string>,
): Response {
  const { code, cart, waitS } = refusal
  const lines = cart && cartShape(cart, userId)
  const field = FIELD_OF[code]
  const more = {
    code,
    ...(lines && { lines, total: paiseToRupees(cart.totalPaise) }),
    ...(seenPaise !== undefined && { seen: paiseToRupees(seenPaise) }),
  }
  const screen = code === 'outofstock' || code === 'empty' ? '/cart' : '/checkout'
  const kept = {
    ...values,
    ...(isCod && { payment: CASH_REFUSALS.includes(code) ? 'online' : 'cod' }),
    // Sent along, so that the screen can tell what has changed.
    ...(seenPaise !== undefined && { seen: String(paiseToRupees(seenPaise)) }),
    ...(shown !== undefined && { shown }),
    // And this, so that it links to the way out.
    refusal: code,
  }
  const retryS = code === 'unavailable' ? RETRY_S : waitS
  return answer(
    context,
    { code: statusOf(code), msg: wordsOf(refusal, billing), field, retryS, more },
    { done: screen, refused: screen, form: { path: '/checkout', values: kept } },
  )
}

/** The same answer for a shopper who has no cart at all. */
export const emptyCart = (context: Context): Response =>
  answer(context, { code: 409, msg: orderAnswers.emptyCart, more: { code: 'empty' } }, '/cart')

function statusOf(code: RefusalCode): number {
  if (code === 'codPhoneWait') return 429
  return code === 'unavailable' ? 503 : 409
}

/** The form field that a refusal is about. */
const FIELD_OF: Partial<Record<RefusalCode, string>> = {
  ...{ pin: 'zipcode', city: 'city', country: 'country', abroad: 'country' },
  ...{ codPhone: 'phonecode', codPhoneWrong: 'phonecode', codPhoneCountry: 'phonenumber' },
}

function wordsOf(
  { code, city = '', limitPaise = 0, said = '', titles = [], units = 0 }: CartRefusal,
  { country, zipcode, city: named }: CheckoutRequest['billing'],
): string {
  if (code === 'city') return orderAnswers.otherCity(zipcode, city, named)
  if (code === 'closed' || code === 'belowMinimum') return said
  if (code === 'codLimit') return orderAnswers.codLimit(formatPaise(limitPaise))
  if (code === 'tooManyUnits' || code === 'codUnits' || code === 'unconfirmedUnits')
    return orderAnswers[code](units)
  if (code === 'country') return orderAnswers.notInCountry(titles.join(', ').slice(0, 200), country)
  return code === 'abroad' ? orderAnswers.notAbroad(country) : WORDS[code]
}

type Figured =
  | ('abroad' | 'city' | 'country' | 'codLimit')
  | ('belowMinimum' | 'closed')
  | ('codUnits' | 'tooManyUnits' | 'unconfirmedUnits')
type Worded = Exclude<RefusalCode, Figured>
const WORDS: Record<Worded, string> = {
  empty: orderAnswers.emptyCart,
  changed: orderAnswers.changed,
  outofstock: orderAnswers.outOfStock,
  pin: orderAnswers.notThere,
  tooMuch: orderAnswers.tooMuch,
  tooLittle: orderAnswers.tooLittle,
  noCod: orderAnswers.noCod,
  codOpen: orderAnswers.codOpen,
  codUnconfirmed: orderAnswers.codUnconfirmed,
  codGuest: orderAnswers.codGuest,
  codPhone: orderAnswers.codPhone,
  codPhoneWrong: orderAnswers.codPhoneWrong,
  codPhoneWait: orderAnswers.codPhoneWait,
  codPhoneCountry: orderAnswers.codPhoneCountry,
  network: orderAnswers.network,
  networkFull: orderAnswers.networkFull,
  paying: payingMessages.beingMade,
  keyTaken: orderAnswers.keyTaken,
  unavailable: orderAnswers.unavailable,
}
