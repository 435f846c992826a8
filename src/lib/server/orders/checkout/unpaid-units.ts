import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import type { CartRefusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { lockNames } from './lock-names.ts'
import { isPhoneProven } from './phone-proof.ts'
import { type UnpaidLimits, type Payer, UNPAID } from './unpaid-limits.ts'

/** The share of the usual limit for cash of guests, and of accounts whose mail address is unconfirmed. */
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
 * The request with the network that it counts for: none if its mail or phone is proved, as such a buyer has
 * limits of their own. Their orders then take nothing from others behind the same carrier either.
 */
export async function countedFor(
  trx: Trx,
  user: Payer,
  request: CheckoutRequest,
): Promise<CheckoutRequest> {
  const isProven =
    user.isConfirmed || (await isPhoneProven(trx, user.id, request.billing.phonenumber))
  return isProven ? { ...request, addressBlock: undefined } : request
}

/**
 * Why an account, or all unproven buyers of one network, may not have so many unpaid units. Asked after the
 * units were taken; the caller undoes that.
 */
export async function refuseUnits(
  trx: Trx,
  { unpaidUnits: units, unpaidUnitsBlock }: UnpaidLimits,
  user: Payer,
  { addressBlock: block, isCod }: CheckoutRequest,
): Promise<CartRefusal | undefined> {
  const former = await unpaidUnits(trx, 'account_key', user.formerKey)
  const own = (await unpaidUnits(trx, 'user_id', user.id)) + former
  if (own > units) return { code: 'tooManyUnits', units }
  const share = Math.floor(units * UNCONFIRMED_SHARE)
  // What is held for a payment online is soon given back: such buyers have HOLD_UNCONFIRMED_MS.
  if (isCod && !user.isConfirmed && own > share) return { code: 'codUnits', units: share }
  const isFull = (await unpaidUnits(trx, 'address_block', block)) > unpaidUnitsBlock
  return isFull ? { code: 'network' } : undefined
}

/** Has other checkouts of the same network wait, so that two cannot pass the limit together. */
export async function lockBlock(trx: Trx, { addressBlock: block }: CheckoutRequest): Promise<void> {
  await lockNames(trx, block === undefined ? [] : [block])
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
