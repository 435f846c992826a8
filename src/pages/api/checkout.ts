import { loginFirst, toSignIn } from '#lib/server/accounts/session.ts'
import { provePhone } from '#lib/server/accounts/phone-code.ts'
import { type Billing, lineOfWish } from '#lib/checkout/billing-fields.ts'
import { toldFault } from '#lib/checkout/billing.ts'
import { placeCookie } from '#lib/checkout/place.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { orderAnswers } from '#lib/texts/page/order-answers.ts'
import { type CheckoutRequest, readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { type Checkout, startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { askedCookie, doubtedCity, wasAsked } from '#lib/server/orders/checkout/doubted-city.ts'
import { addressBlock } from '#lib/server/orders/checkout/unpaid-units.ts'
import { findOpenAttempt } from '#lib/server/orders/attempts.ts'
import { describeAttempt } from '#lib/server/orders/checkout/describe-attempt.ts'
import { chosenPin } from '#lib/server/orders/place.ts'
import { findOrder } from '#lib/server/orders/read-orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { Buyer } from '#lib/server/shopper/guests/shopper.ts'
import { GuestIsGone } from '#lib/server/shopper/guests/guests.ts'
import { formCookie } from '#lib/server/http/form-cookie.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { loadView } from '#parts/checkout/load-view.ts'
import { waitForCheckout } from './_limits.ts'
import { answerPlaced, buyer, noPayments } from './_orders.ts'
import { answerRefusal, emptyCart } from './_refusal.ts'
import {
  answer,
  answerTooMany,
  type Context,
  malformed,
  redirectTo,
  reply,
  textsOf,
} from './_reply.ts'
import { readKey } from './_write.ts'

const FORM = '/checkout'

/**
 * GET /api/checkout {attempt, state, order}: the attempt being paid now, or null (F04); the state
 * of its payment; and YOUR ORDER as it is now, compared to what was shown before (`seen`, the total
 * in rupees, and `shown`, a fingerprint of the lines).
 */
export async function GET(context: Context): Promise<Response> {
  const user = await buyer(context)
  if (user instanceof Response) return user
  const { payments, db } = context.locals
  if (!payments) return noPayments()
  const open = await findOpenAttempt(db, user.id)
  const isPayable = open !== undefined && open.provider_order_id !== null
  const attempt = isPayable ? await describeAttempt(payments, open) : null
  const { searchParams } = context.url
  const before = { seen: searchParams.get('seen'), shown: searchParams.get('shown') }
  const { state, order } = await loadView(payments, user.id, before)
  return reply({ attempt, state, order })
}

/** POST /api/checkout: begins to pay for the cart. */
export async function POST(context: Context): Promise<Response> {
  const user = await buyer(context)
  if (user instanceof Response) return signInAgain(context)
  const { payments, body } = context.locals
  const { account = user.userid } = textsOf(body ?? {})
  // A page rendered for an account whose session has ended: its cart is not the visitor's.
  if (user.isGuest && account !== user.userid) return signInAgain(context)
  if (account !== user.userid) return otherAccount(context)
  if (!payments) return noPayments()
  // A browser without the cookie cannot be told from others: it has no cart to pay for, and no
  // limit to count against.
  if (user.id === '') return emptyCart(context)
  const wait = waitForCheckout(context, user)
  if (wait > 0) return answerTooMany(context, wait, FORM, { msg: orderAnswers.tooOften(wait) })
  const key = readKey(context)
  if (!key.ok) return malformed(context, 'idempotencykey', { done: FORM, refused: FORM })
  const read = readCheckout(body, key.value, { isMailOptional: user.isGuest })
  if (!read.ok) {
    const faults = read.faults ?? []
    const { field, msg = orderMessages.malformed } = toldFault(faults) ?? {}
    const form = { path: FORM, values: keptOf(body), faulty: faults.map((fault) => fault.field) }
    return answer(context, { code: 400, msg, field }, { done: FORM, refused: FORM, form })
  }
  const { billing, shown } = read.value
  const values = { ...keptOf(body), ...keptOf(billing) }
  // Asked once, and only of whoever has the shop's form before them.
  const city = shown === undefined ? undefined : doubtedCity(billing)
  if (city !== undefined && !wasAsked(context.request, billing)) {
    const refusal = { code: 'city', city } as const
    const asking = answerRefusal(context, user.userid, refusal, read.value, values)
    asking.headers.append('set-cookie', askedCookie(billing))
    return asking
  }
  const from = addressBlock(context.locals.address)
  const request = { ...read.value, addressBlock: from }
  const checkout = await startProven(context, payments, user, request).catch((error: unknown) => {
    // Another tab has signed in meanwhile: when repeated, the request belongs to the account.
    if (error instanceof GuestIsGone) return undefined
    throw error
  })
  if (!checkout) return answer(context, { code: 503, msg: orderAnswers.unavailable }, FORM)
  if (checkout.kind === 'refused') {
    return answerRefusal(context, user.userid, checkout.refusal, read.value, values)
  }
  return rememberPlace(context, billing, await answerStarted(context, user, checkout))
}

/** The answer to a checkout that has begun: pay, or look at the order. */
async function answerStarted(
  context: Context,
  user: Buyer,
  checkout: Exclude<Checkout, { kind: 'refused' }>,
): Promise<Response> {
  if (checkout.kind === 'attempt') {
    if (!isForm(context.request)) return reply(checkout.attempt)
    return redirectTo(`/checkout/pay?attempt=${checkout.attempt.attempt}`)
  }
  const order = await findOrder(context.locals.db, user.id, checkout.orderId)
  return answerPlaced(context, order)
}

/** Where something is delivered to, the header says it from then on, unless another place was chosen. */
function rememberPlace({ request }: Context, billing: Billing, response: Response): Response {
  const { country, zipcode } = billing
  if (country === 'India' && zipcode && chosenPin(request) === '')
    response.headers.append('set-cookie', placeCookie(zipcode))
  return response
}

/** How long the form is kept while the shopper signs in, in seconds. */
const SIGN_IN_S = 600

/** Leads to sign in and back; the values of a form are kept for its account. */
function signInAgain(context: Context): Response {
  if (!isForm(context.request)) return loginFirst(context)
  const response = toSignIn(FORM)
  const failed = { values: keptOf(context.locals.body), faulty: [] }
  response.headers.append('set-cookie', formCookie(FORM, failed, SIGN_IN_S))
  return response
}

/**
 * Refuses the page of an account in whose place another has signed in: its address does not belong to
 * the other's order. The browser shows the checkout anew, with this message.
 */
const otherAccount = (context: Context): Response =>
  answer(context, { code: 409, msg: orderAnswers.otherAccount, more: { code: 'signedOut' } }, FORM)

/**
 * Starts the checkout. Cash may require a confirmed phone: then a code is sent or, if the request
 * has one, checked, and the checkout is started again.
 */
async function startProven(
  { locals }: Context,
  payments: Payments,
  user: Buyer,
  request: CheckoutRequest,
): Promise<Checkout> {
  const first = await startCheckout(payments, user, request)
  if (first.kind !== 'refused' || first.refusal.code !== 'codPhone' || !locals.accounts)
    return first
  const { phonenumber, country } = request.billing
  const phone = { phone: phonenumber, country, code: request.phoneCode }
  const proof = await provePhone(locals.accounts, user.id, phone, locals.address)
  if (proof.code === 'proven') return startCheckout(payments, user, request)
  return { kind: 'refused', refusal: { ...proof, code: proof.code } }
}

const MAX_TEXT = 300

/** The values that the form gets back. */
function keptOf(body: Record<string, unknown> | Billing | undefined): Record<string, string> {
  const texts = Object.entries(textsOf(body ?? {})).filter(
    ([name]) => name in KEPT || lineOfWish(name) !== undefined,
  )
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, MAX_TEXT)]))
}
const KEPT = {
  ...{ fullname: 1, country: 1, streetaddressline1: 1, streetaddressline2: 1, city: 1, state: 1 },
  ...{ zipcode: 1, phonenumber: 1, email: 1, note: 1, payment: 1, ifmissing: 1, account: 1 },
}
