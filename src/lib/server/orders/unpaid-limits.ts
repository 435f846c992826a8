import { isIP } from 'node:net'
import { PostgresAdapter, sql, type Transaction } from 'kysely'
import type { OrderStatus } from '#lib/checkout/order.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { CheckedCart, Refusal } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'

type Trx = Transaction<Database>
type Limits = Payments['settings']

/** On their way to a door where they are paid for. */
export const UNPAID: readonly OrderStatus[] = ['pending', 'confirmed', 'packed', 'out_for_delivery']

/** An account whose mail nobody has confirmed may hold this share of what others may. */
const UNCONFIRMED_SHARE = 1 / 4

/**
 * The network that a visitor comes from: that of a provider's customers, or of one house. Nothing of this
 * machine and of private networks, where many stand behind one address.
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

/** Whether an account may pay this order in cash: its size, its open orders, its mail. */
export async function refuseCash(
  trx: Trx,
  limits: Limits,
  user: { id: string; isConfirmed: boolean },
  cart: CheckedCart,
): Promise<Refusal | undefined> {
  if (!limits.cashUnconfirmed && !user.isConfirmed) return { code: 'codUnconfirmed' }
  if (cart.totalPaise > limits.cashLimitPaise) {
    return { code: 'codLimit', limitPaise: limits.cashLimitPaise, cart: cart.cart }
  }
  const { open } = await trx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('user_id', '=', user.id)
    .where('payment_id', 'is', null)
    .where('status', 'in', UNPAID)
    .executeTakeFirstOrThrow()
  return Number(open) >= limits.cashOpenOrders ? { code: 'codOpen' } : undefined
}

/**
 * Whether an account, or all of one network, now keeps more units from the others than it may without
 * having paid for them. Asked after the units were taken; the caller undoes that.
 */
export async function refuseUnits(
  trx: Trx,
  limits: Limits,
  user: { id: string; isConfirmed: boolean },
  { addressBlock: block }: CheckoutRequest,
): Promise<Refusal | undefined> {
  const share = user.isConfirmed ? 1 : UNCONFIRMED_SHARE
  const isTooMany =
    (await unpaidUnits(trx, 'user_id', user.id)) > limits.unpaidUnits * share ||
    (block !== undefined &&
      (await unpaidUnits(trx, 'address_block', block)) > limits.unpaidUnitsBlock)
  return isTooMany ? { code: 'tooManyUnits' } : undefined
}

/** Has other checkouts of the same network wait, so that none is counted past the other. */
export async function lockBlock(trx: Trx, { addressBlock: block }: CheckoutRequest): Promise<void> {
  // SQLite has one writer.
  if (block === undefined || !(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${block}, 0))`.execute(trx)
}

/** Units that are held for a payment, or promised to a door. */
async function unpaidUnits(
  trx: Trx,
  by: 'user_id' | 'address_block',
  value: string,
): Promise<number> {
  const { units } = await trx
    .selectFrom('stock_hold')
    .innerJoin('attempt', 'attempt.id', 'stock_hold.attempt_id')
    .leftJoin('orders', 'orders.attempt_id', 'attempt.id')
    .select(sql<number>`sum(quantity - back_quantity - lost_quantity)`.as('units'))
    .where(`attempt.${by}`, '=', value)
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
