import { isIP } from 'node:net'
import { sql } from 'kysely'
import { networkAround } from '#lib/server/http/guards/forwarded.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentSettings } from '#lib/server/payments/payments.ts'
import type { CartRefusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { lockNames } from './lock-names.ts'
import { isPhoneProven } from './phone-proof.ts'
import { type Payer, UNPAID } from './unpaid.ts'

/**
 * The share of the usual limit for guests, and accounts whose mail address is unconfirmed: in cash, and online where
 * no network bounds them, as they may begin to pay anew whenever a hold ends.
 */
const UNCONFIRMED_SHARE = 1 / 4

/**
 * The network of a client: an IPv4 /24 or an IPv6 /48. Undefined for this machine and private networks, where
 * many clients share an address.
 * @param address as `limitKey` writes it, with all groups of an IPv6 network
 */
export function addressBlock(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  if (isIP(address) !== 4) {
    return /^(0|f[cde])/.test(address) ? undefined : networkAround(address)
  }
  if (/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address)) return undefined
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}

/** What a network may have unpaid in all, as a multiple of what its strangers may. */
const PROVEN_SHARE = 4

/**
 * The request with what it counts for. Who is proven is apart from strangers, so that they take nothing from each
 * other behind the same carrier; but proofs are cheap enough that they have a bound too.
 */
export async function countedFor(
  trx: Trx,
  user: Payer,
  request: CheckoutRequest,
): Promise<CheckoutRequest> {
  const { phonenumber } = request.billing
  const isProven = user.isConfirmed || (await isPhoneProven(trx, user.id, phonenumber))
  return { ...request, isProven }
}

/**
 * Why an account, or all buyers of one network, may not have so many unpaid units. Asked after the units were
 * taken; the caller undoes that.
 */
export async function refuseUnits(
  trx: Trx,
  limits: PaymentSettings,
  user: Payer,
  request: CheckoutRequest,
): Promise<CartRefusal | undefined> {
  const { unpaidUnits: units } = limits
  const { isCod, addressBlock: block } = request
  const former = await unpaidUnits(trx, 'account_key', user.formerKey)
  const own = (await unpaidUnits(trx, 'user_id', user.id)) + former
  if (own > units) return { code: 'tooManyUnits', units }
  const share = Math.floor(units * UNCONFIRMED_SHARE)
  const isShared = (isCod || block === undefined) && !user.isConfirmed
  if (isShared && own > share)
    return { code: isCod ? 'codUnits' : 'unconfirmedUnits', units: share }
  const refusal = await refuseNetwork(trx, limits, request)
  return refusal && !(await hadDelivery(trx, user.id)) ? refusal : undefined
}

async function refuseNetwork(
  trx: Trx,
  { unpaidUnitsBlock: units }: PaymentSettings,
  { addressBlock: block, isProven }: CheckoutRequest,
): Promise<CartRefusal | undefined> {
  if (block === undefined) return undefined
  const counted = await unpaidUnits(trx, 'address_block', block, !isProven)
  if (isProven) return counted > units * PROVEN_SHARE ? { code: 'networkFull' } : undefined
  return counted > units ? { code: 'network' } : undefined
}

/** Whether an order of theirs was delivered. Such buyers pass, as each of these costs a trip to a door. */
async function hadDelivery(trx: Trx, userId: string): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'delivered')
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** Has other checkouts of the same network wait, so that two cannot pass the limit together. */
export async function lockBlock(trx: Trx, { addressBlock: block }: CheckoutRequest): Promise<void> {
  await lockNames(trx, block === undefined ? [] : [block])
}

/** Counted units held for an unpaid attempt, or sold in a cash order that is on its way; or those of strangers alone. */
async function unpaidUnits(
  trx: Trx,
  by: 'user_id' | 'address_block' | 'account_key',
  value: string | undefined,
  ofStrangers = false,
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
    .$if(ofStrangers, (query) => query.where('attempt.is_proven', '=', 0))
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
