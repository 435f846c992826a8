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
import { type CheckedCart, checkCart, fingerprintOf, type CartRefusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { accountKey } from './account-key.ts'
import { makeGatewayOrder } from '#lib/server/orders/payment/gateway-order.ts'
import { placeOrder } from '#lib/server/orders/place-order.ts'
import { whenDelivered } from '#lib/server/orders/delivery.ts'
import { deliveryOf } from './delivery-of.ts'
import { noteFull } from './note-full.ts'
import { refuseNew } from './refuse-new.ts'
import { saveAttempt } from './save-attempt.ts'
import { refuseCash } from './cash-limits.ts'
import { countedFor, lockBlock, refuseUnits } from './unpaid-units.ts'

type Buyer = { id: string; isGuest?: boolean }

/** `order`: nothing is left to pay, as it is cash on delivery or was paid before. */
export type Checkout =
  | { kind: 'attempt'; attempt: AttemptAnswer }
  | { kind: 'order'; orderId: string }
  | { kind: 'refused'; refusal: CartRefusal }

/**
 * Starts the payment of a cart: holds its stock and saves what is bought, in one transaction, then has the
 * provider make its order under the attempt's id. Asked again for the same cart, it returns the same attempt
 * (F02 to F04, F27).
 * @throws GuestIsGone when the guest has signed in meanwhile
 */
export async function startCheckout(
  { provider, ...rest }: Payments,
  user: Buyer,
  request: CheckoutRequest,
): Promise<Checkout> {
  const payments = { ...rest, provider: provider.forBuyer() }
  const { settings } = payments
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

const refused = (refusal: CartRefusal): Checkout => ({ kind: 'refused', refusal })

/** Answers a repeat of a request that made an order, or an attempt that was paid without our having been told. */
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
  // Its hold has expired: the cart may be bought in cash, and the authorized payment is then not captured (F23).
  if (isLate && isCod) return undefined
  // A shopper who starts again has paid already: capture that payment instead of taking a second one.
  if (isLate) {
    await captureAuthorized(payments, paid)
    asked = await askAttempt(payments, paid)
  }
  if (asked?.kind === 'order') return { kind: 'order', orderId: asked.orderId }
  if (asked?.kind === 'pending') return refused({ code: 'paying' })
  return asked?.kind === 'unavailable' && !isCod ? refused({ code: 'unavailable' }) : undefined
}

/**
 * The order that this very request has made; `other` if its key belongs to a different request. A shopper who
 * was shown other lines than those ordered wants another order, unless the cart is empty by now.
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

type Begun =
  { attempt: Attempt } | { attempt?: Attempt; orderId: string } | { refusal: CartRefusal }

async function begin(payments: Payments, user: Buyer, request: CheckoutRequest): Promise<Begun> {
  const { db, now, step } = payments
  let refusal: CartRefusal = { code: 'unavailable' }
  const done = await inTransaction(
    db,
    async (trx): Promise<Result<Exclude<Begun, { refusal: CartRefusal }>, 'refused'>> => {
      if (user.isGuest) await keepGuest(trx, user.id)
      const { open, ...known } = await lockOpen(payments, trx, user.id)
      const buyer = { ...user, ...known }
      const refuse = (why: CartRefusal) => {
        refusal = why
        return { ok: false, error: 'refused' } as const
      }
      // An equal request may have finished while this one waited for the lock (F27).
      const repeated = await orderOfKey(trx, user.id, request)
      if (repeated === 'other') return refuse({ code: 'keyTaken' })
      if (repeated !== undefined) return { ok: true, value: { orderId: repeated.id } }
      const checked = await checkCart(trx, user.id, request)
      step('kp:cart-read', user.id)
      if (!checked.ok) return refuse(checked.refusal)
      const time = now()
      const provider = request.isCod ? 'cod' : payments.provider.name
      if (open && isSame(open, checked.value, provider, time)) {
        await updateWishes(trx, open, checked.value)
        return { ok: true, value: { attempt: await updateAddress(trx, open, request) } }
      }
      const cart = checked.value
      const noNew = await refuseNew(trx, cart.cart)
      if (noNew) return refuse(noNew)
      const noCash =
        request.isCod && (await refuseCash(trx, payments.settings, buyer, cart, request, time))
      if (noCash) return refuse(noCash)
      const counted = await countedFor(trx, buyer, request)
      // Before locking products, as all other checkouts from this network do.
      await lockBlock(trx, request)
      if (open) await expireAttempt(trx, open, time)
      const asked = { user: buyer, request: counted, cart, open }
      const attempt = await saveAttempt(trx, payments, asked, time)
      if (!attempt) return refuse({ code: 'outofstock', cart: cart.cart })
      const tooMany = await refuseUnits(trx, payments.settings, buyer, counted)
      if (tooMany) return refuse(tooMany)
      if (!request.isCod) return { ok: true, value: { attempt } }
      const placed = await placeOrder(trx, attempt, null, time)
      if (!placed.ok) throw new Error('A new attempt has an order')
      return { ok: true, value: { attempt, orderId: placed.value.id } }
    },
  )
  if (done.ok) return done.value
  if (refusal.code === 'network' || refusal.code === 'networkFull') noteFull(payments, request)
  return { refusal }
}

/**
 * Locks the user's row, so that a shopper has one checkout at a time (F27), and the attempts that may be paid
 * late, so that none of them can become an order while the cart is being read.
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

/** Updates what to do about missing goods, which may have changed since the attempt was made. */
async function updateWishes(trx: Trx, { id }: Attempt, { lines }: CheckedCart): Promise<void> {
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

/** Updates the delivery address of an attempt for the same cart, and when the order comes there (G34). */
async function updateAddress(
  trx: Trx,
  { id }: Attempt,
  request: CheckoutRequest,
): Promise<Attempt> {
  const arrives = await whenDelivered(trx, request.billing.zipcode)
  return trx
    .updateTable('attempt')
    .set({ ...deliveryOf(request), arrives, body_hash: request.hash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
