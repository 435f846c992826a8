import { DAY_MS } from '#lib/server/durations.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentSettings } from '#lib/server/payments/payments.ts'
import type { CheckedCart, CartRefusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { deliveryOf } from './delivery-of.ts'
import { lockNames } from './lock-names.ts'
import { buyerKeys, hideKey } from '#lib/server/orders/buyer-keys.ts'
import { CUSTOMER } from '#lib/server/orders/record-order-action.ts'
import { isVain, VAIN_MS } from '#lib/server/orders/vain-orders.ts'
import { isPhoneProven } from './phone-proof.ts'
import { type Payer, UNPAID } from './unpaid.ts'

/** Cancelled cash orders within a day that are not held against a buyer; any more count like orders on their way. */
const FREE_CANCELS = 2

/** Cash orders within a month that came in vain and are nobody's fault. */
const FREE_VAIN = 1

/**
 * Why an order may not be paid in cash, if it may not: its size, the buyer's open orders, an unproven mail
 * address or phone. Guests and unconfirmed accounts are also counted by phone and door, and always get the
 * same refusal, so that nobody learns who else has ordered.
 */
export async function refuseCash(
  trx: Trx,
  limits: PaymentSettings,
  user: Payer,
  cart: CheckedCart,
  request: CheckoutRequest,
  now: number,
): Promise<CartRefusal | undefined> {
  const isKnown = limits.cashUnconfirmed || user.isConfirmed
  if (!isKnown && limits.messages === 'off') return { code: 'codUnconfirmed' }
  if (cart.totalPaise > limits.cashLimitPaise) {
    return { code: 'codLimit', limitPaise: limits.cashLimitPaise, cart: cart.cart }
  }
  // The phone must be proved theirs before the answer depends on it.
  if (!isKnown && !(await isPhoneProven(trx, user.id, request.billing.phonenumber))) {
    return { code: 'codPhone' }
  }
  if (user.isGuest || !user.isConfirmed) {
    const door = buyerKeys(deliveryOf(request))
    await lockNames(trx, [door.phone_key, door.door_key])
    const known = [
      ['user_id', [user.id]],
      ['phone_key', [door.phone_key, hideKey(limits, door.phone_key)]],
      ['door_key', [door.door_key, hideKey(limits, door.door_key)]],
    ] as const
    for (const [by, values] of known) {
      const counted =
        (await takenInCash(trx, by, values, now)) + (await comeInVain(trx, by, values, now))
      if (counted >= limits.cashOpenOrders) return { code: 'codGuest' }
    }
    return undefined
  }
  const former = user.formerKey === undefined ? [] : [user.formerKey]
  const taken =
    (await takenInCash(trx, 'user_id', [user.id], now)) +
    (await takenInCash(trx, 'account_key', former, now))
  if (taken >= limits.cashOpenOrders) return { code: 'codOpen' }
  const vain =
    (await comeInVain(trx, 'user_id', [user.id], now)) +
    (await comeInVain(trx, 'account_key', former, now))
  // Nothing of these is on its way, so what is said is not that.
  return taken + vain >= limits.cashOpenOrders ? { code: 'codGuest' } : undefined
}

type Known = 'user_id' | 'phone_key' | 'door_key' | 'account_key'

/**
 * Counts cash orders on their way, plus those that the buyer cancelled within a day beyond the first two, as
 * each of them cost a mail and a bill.
 */
async function takenInCash(
  trx: Trx,
  by: Known,
  values: readonly string[],
  now: number,
): Promise<number> {
  if (values.length === 0) return 0
  const own = inCash(trx, by, values)
  const open = await own.where('status', 'in', UNPAID).executeTakeFirstOrThrow()
  const cancelled = await own
    .where('status', '=', 'cancelled')
    .where('orders.created_at', '>', now - DAY_MS)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_action')
          .select('order_action.id')
          .whereRef('order_id', '=', 'orders.id')
          .where('kind', '=', 'end')
          .where('who', '=', CUSTOMER),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(open.count) + Math.max(0, Number(cancelled.count) - FREE_CANCELS)
}

/** Counts cash orders within a month that came to the door in vain, beyond the first: each cost a trip. */
async function comeInVain(
  trx: Trx,
  by: Known,
  values: readonly string[],
  now: number,
): Promise<number> {
  if (values.length === 0) return 0
  const { count } = await inCash(trx, by, values)
    .where(isVain)
    .where('orders.created_at', '>', now - VAIN_MS)
    .executeTakeFirstOrThrow()
  return Math.max(0, Number(count) - FREE_VAIN)
}

const inCash = (trx: Trx, by: Known, values: readonly string[]) =>
  trx
    .selectFrom('orders')
    .innerJoin('attempt', 'attempt.id', 'orders.attempt_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(by === 'account_key' ? 'attempt.account_key' : `orders.${by}`, 'in', values)
    .where('payment_id', 'is', null)
