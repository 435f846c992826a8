import { isIP } from 'node:net'
import { PostgresAdapter, sql } from 'kysely'
import { DAY_MS } from '#lib/server/durations.ts'
import type { OrderStatus } from '#lib/checkout/order.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { CheckedCart, CartRefusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { deliveryOf } from './delivery-of.ts'
import { buyerKeys, hideKey } from '#lib/server/orders/buyer-keys.ts'
import { CUSTOMER } from '#lib/server/orders/record-order-action.ts'
import { isVain, VAIN_MS } from '#lib/server/orders/vain-orders.ts'
import { isPhoneProven } from './phone-proof.ts'

type Limits = Payments['settings']
/**
 * The buyer: an account, confirmed or not, or a guest. `formerKey` finds what a deleted account with the same
 * mail address left.
 */
export type Payer = { id: string; isConfirmed: boolean; isGuest?: boolean; formerKey?: string }

/** Statuses of cash orders that are on their way and not paid yet. */
export const UNPAID: readonly OrderStatus[] = ['pending', 'confirmed', 'packed', 'out_for_delivery']

/** Cancelled cash orders within a day that are not held against a buyer; any more count like orders on their way. */
const FREE_CANCELS = 2

/** Cash orders within a month that came in vain and are nobody's fault. */
const FREE_VAIN = 1

/** The share of the usual limit for guests, and for accounts whose mail address is unconfirmed. */
const UNCONFIRMED_SHARE = 1 / 4

/**
 * The network of a client: an IPv4 /24 or an IPv6 /48. Undefined for this machine and private networks, where
 * many clients share an address.
 * @param address as `limitKey` writes it, with all groups of an IPv6 network
 */
export function addressBlock(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  if (isIP(address) !== 4) {
    const [first = '', second = '', third = ''] = address.split(':')
    if (first === '' || /^(0|f[cde])/.test(first)) return undefined
    return `${first}:${second}:${third}::/48`
  }
  if (/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address)) return undefined
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}

/**
 * Why an order may not be paid in cash, if it may not: its size, the buyer's open orders, an unproven mail
 * address or phone. Guests and unconfirmed accounts are also counted by phone and door, and always get the
 * same refusal, so that nobody learns who else has ordered.
 */
export async function refuseCash(
  trx: Trx,
  limits: Limits,
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

/**
 * Whether an account, or all buyers of one network, now hold more unpaid units than they may. Asked after the
 * units were taken; the caller undoes that.
 */
export async function refuseUnits(
  trx: Trx,
  limits: Limits,
  user: Payer,
  { addressBlock: block }: CheckoutRequest,
): Promise<CartRefusal | undefined> {
  const share = user.isConfirmed ? 1 : UNCONFIRMED_SHARE
  const former = await unpaidUnits(trx, 'account_key', user.formerKey)
  const own = (await unpaidUnits(trx, 'user_id', user.id)) + former
  const isTooMany =
    own > limits.unpaidUnits * share ||
    (await unpaidUnits(trx, 'address_block', block)) > limits.unpaidUnitsBlock
  return isTooMany ? { code: 'tooManyUnits' } : undefined
}

/** Has other checkouts of the same network wait, so that two cannot pass the limit together. */
export async function lockBlock(trx: Trx, { addressBlock: block }: CheckoutRequest): Promise<void> {
  await lockNames(trx, block === undefined ? [] : [block])
}

/** Locks names in sorted order, so that no two checkouts wait for each other. */
async function lockNames(trx: Trx, names: readonly string[]): Promise<void> {
  // SQLite has a single writer anyway.
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  }
}

/** Counted units held for an unpaid attempt, or sold in a cash order that is on its way. */
async function unpaidUnits(
  trx: Trx,
  by: 'user_id' | 'address_block' | 'account_key',
  value: string | undefined,
): Promise<number> {
  if (value === undefined) return 0
  const { units } = await trx
    .selectFrom('stock_hold')
    .innerJoin('attempt', 'attempt.id', 'stock_hold.attempt_id')
    .leftJoin('orders', 'orders.attempt_id', 'attempt.id')
    .innerJoin('product', 'product.id', 'stock_hold.product_id')
    .leftJoin('pack', (join) =>
      join
        .onRef('pack.product_id', '=', 'stock_hold.product_id')
        .onRef('pack.label', '=', 'stock_hold.pack_label'),
    )
    .select(sql<number>`sum(quantity - back_quantity - lost_quantity)`.as('units'))
    .where(`attempt.${by}`, '=', value)
    // Of what is not counted there is enough for others.
    .where((eb) => eb.or([eb('product.stock', 'is not', null), eb('pack.stock', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('stock_hold.state', '=', 'held'), eb('attempt.state', '=', 'open')]),
        eb.and([
          eb('stock_hold.state', '=', 'sold'),
          eb('orders.payment_id', 'is', null),
          eb('orders.status', 'in', UNPAID),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(units ?? 0)
}
