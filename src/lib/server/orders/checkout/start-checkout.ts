import type { Result } from '#lib/result.ts'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import {
  type Attempt,
  findAttemptBeingPaid,
  findOpenAttempt,
  expireAttempt,
  lockAttempt,
} from '#lib/server/orders/attempts.ts'
import { keepGuest } from '#lib/server/shopper/guests/guests.ts'
import { askAttempt, captureAuthorized } from '#lib/server/orders/payment/ask-attempt.ts'
import { describeAttempt } from './describe-attempt.ts'
import { type CheckedCart, checkCart, fingerprintOf, type Refusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { accountKey } from './account-key.ts'
import { makeGatewayOrder } from '#lib/server/orders/payment/gateway-order.ts'
import { placeOrder } from '#lib/server/orders/place-order.ts'
import { deliveryOf } from './delivery-of.ts'
import { saveAttempt } from './save-attempt.ts'
import { lockBlock, refuseCash, refuseUnits } from './unpaid-limits.ts'

type Buyer = { id: string; isGuest?: boolean }

/** `order`: nothing is left to pay, it is cash on delivery, or was paid before. */
export type Checkout =
  | { kind: 'attempt'; attempt: AttemptAnswer }
  | { kind: 'order'; orderId: string }
  | { kind: 'refused'; refusal: Refusal }

/**
 * Begins to pay a cart: holds its stock and writes down what is bought, in one transaction, then has
 * the provider make its order under the attempt's id. Asked again for the same
 * cart, it gives the same attempt (F02 to F04, F27).
 * @throws GuestIsGone when somebody without an account has signed in meanwhile
 */
export async function startCheckout(
  payments: Payments,
  user: Buyer,
  request: CheckoutRequest,
): Promise<Checkout> {
  const { provider, settings } = payments
  if (request.isCod && !settings.cashOnDelivery) return refused({ code: 'noCod' })
  if (!request.isCod && !provider.isAvailable()) return refused({ code: 'unavailable' })
  const known = await settleKnown(payments, user, request)
  if (known) return known
  const begun = await begin(payments, user, request)
  if ('refusal' in begun) return { kind: 'refused', refusal: begun.refusal }
  if (begun.attempt) payments.step('kp:attempt-saved', begun.attempt.id)
  if ('orderId' in begun) return { kind: 'order', orderId: begun.orderId }
  const made = await makeGatewayOrder(payments, begun.attempt)
  if (!made.ok) return refused({ code: made.error === 'paid' ? 'paying' : 'unavailable' })
  return { kind: 'attempt', attempt: await describeAttempt(payments, made.value) }
}

const refused = (refusal: Refusal): Checkout => ({ kind: 'refused', refusal })

/** A repeat of what is an order already; or an attempt that was paid while nobody told us. */
async function settleKnown(
  payments: Payments,
  user: Buyer,
  request: CheckoutRequest,
): Promise<Checkout | undefined> {
  const { db } = payments
  const { isCod } = request
  const repeated = await orderOfKey(db, user.id, request)
  if (repeated === 'other') return refused({ code: 'keyTaken' })
  if (repeated !== undefined) return { kind: 'order', orderId: repeated.id }
  const paid = await findAttemptBeingPaid(db, user.id)
  if (!paid || paid.provider_order_id === null) return undefined
  let asked = await askAttempt(payments, paid)
  const isLate = asked?.kind === 'pending' && paid.state === 'lapsed'
  // Its hold is over: in cash it may be bought again, and what is on its way is let go then (F23).
  if (isLate && isCod) return undefined
  // Who pays again has paid: the money that is on its way is taken now, and not a second time.
  if (isLate) {
    await captureAuthorized(payments, paid)
    asked = await askAttempt(payments, paid)
  }
  if (asked?.kind === 'order') return { kind: 'order', orderId: asked.orderId }
  if (asked?.kind === 'pending') return refused({ code: 'paying' })
  return asked?.kind === 'unavailable' && !isCod ? refused({ code: 'unavailable' }) : undefined
}

/**
 * The order that this very request has made; `other` when its key has made one of another request. Who was shown
 * other lines than those asks for another order, unless the cart is empty since.
 */
async function orderOfKey(db: Db, userId: string, { key, hash, shown }: CheckoutRequest) {
  if (key === undefined) return undefined
  const order = await db
    .selectFrom('orders')
    .innerJoin('attempt', 'attempt.id', 'orders.attempt_id')
    .select(['orders.id', 'attempt.body_hash', 'attempt.fingerprint'])
    .where('attempt.user_id', '=', userId)
    .where('attempt.idempotency_key', '=', key)
    .executeTakeFirst()
  if (!order) return undefined
  if (shown !== undefined && shown !== order.fingerprint && shown !== NO_LINES) return 'other'
  return order.body_hash === null || order.body_hash === hash ? order : 'other'
}

const NO_LINES = fingerprintOf([])

type Begun = { attempt: Attempt } | { attempt?: Attempt; orderId: string } | { refusal: Refusal }

async function begin(payments: Payments, user: Buyer, request: CheckoutRequest): Promise<Begun> {
  const { db, now, step } = payments
  let refusal: Refusal = { code: 'unavailable' }
  const done = await inTransaction(
    db,
    async (trx): Promise<Result<Exclude<Begun, { refusal: Refusal }>, 'refused'>> => {
      if (user.isGuest) await keepGuest(trx, user.id)
      const { open, ...known } = await lockOpen(payments, trx, user.id)
      const buyer = { ...user, ...known }
      const refuse = (why: Refusal) => {
        refusal = why
        return { ok: false, error: 'refused' } as const
      }
      // An equal request may have been waited for here (F27).
      const repeated = await orderOfKey(trx, user.id, request)
      if (repeated === 'other') return refuse({ code: 'keyTaken' })
      if (repeated !== undefined) return { ok: true, value: { orderId: repeated.id } }
      const checked = await checkCart(trx, user.id, request)
      step('kp:cart-read', user.id)
      if (!checked.ok) return refuse(checked.refusal)
      const time = now()
      const provider = request.isCod ? 'cod' : payments.provider.name
      if (open && isSame(open, checked.value, provider, time)) {
        await rewish(trx, open, checked.value)
        return { ok: true, value: { attempt: await readdress(trx, open, request) } }
      }
      const cart = checked.value
      const noCash =
        request.isCod && (await refuseCash(trx, payments.settings, buyer, cart, request, time))
      if (noCash) return refuse(noCash)
      // Before the products, as whoever else of this network.
      await lockBlock(trx, request)
      if (open) await expireAttempt(trx, open, time)
      const attempt = await saveAttempt(trx, payments, { user: buyer, request, cart, open }, time)
      if (!attempt) return refuse({ code: 'outofstock', cart: cart.cart })
      const tooMany = await refuseUnits(trx, payments.settings, buyer, request)
      if (tooMany) return refuse(tooMany)
      if (!request.isCod) return { ok: true, value: { attempt } }
      const placed = await placeOrder(trx, attempt, null, time)
      if (!placed.ok) throw new Error('A new attempt has an order')
      return { ok: true, value: { attempt, orderId: placed.value.id } }
    },
  )
  return done.ok ? done.value : { refusal }
}

/**
 * One checkout of a shopper at a time: the row of the user is the lock (F27). Attempts that may be paid
 * late are held too: a cart is read after an order was made of it, or before it can be, never meanwhile.
 */
async function lockOpen({ settings }: Payments, trx: Trx, userId: string) {
  const user = await trx
    .updateTable('user')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', userId)
    .returning(['email', 'email_verified'])
    .executeTakeFirst()
  await trx
    .updateTable('attempt')
    .set((eb) => ({ asked: eb.ref('asked') }))
    .where('user_id', '=', userId)
    .where('state', '=', 'lapsed')
    .execute()
  const found = await findOpenAttempt(trx, userId)
  const open = found && (await lockAttempt(trx, { id: found.id }))
  if (!user?.email_verified) return { open, isConfirmed: false }
  return { open, isConfirmed: true, formerKey: accountKey(settings, user.email) }
}

const isSame = (open: Attempt, cart: CheckedCart, provider: string, now: number) =>
  open.state === 'open' &&
  open.fingerprint === cart.fingerprint &&
  open.provider === provider &&
  open.hold_until > now

/** What is wished where something is missing may be another than before. */
async function rewish(trx: Trx, { id }: Attempt, { lines }: CheckedCart): Promise<void> {
  for (const { product_id, choice, if_missing, unit } of lines) {
    await trx
      .updateTable('attempt_line')
      .set({ if_missing, unit })
      .where('attempt_id', '=', id)
      .where('product_id', '=', product_id)
      .where('choice', '=', choice)
      .execute()
  }
}

/** The same cart may go to another door than was said first. */
function readdress(trx: Trx, { id }: Attempt, request: CheckoutRequest): Promise<Attempt> {
  return trx
    .updateTable('attempt')
    .set({ ...deliveryOf(request), body_hash: request.hash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
