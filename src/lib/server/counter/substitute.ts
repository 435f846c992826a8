import type { Trx } from '#lib/server/database/schema.ts'
import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { writeChoice } from '#lib/server/shopper/cart/sold-product.ts'
import { type ChangedStock, holdUnits, sellUnits } from '#lib/server/orders/stock.ts'
import type { ActionRefusal } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { MIN_REFUND_PAISE } from '#lib/server/payments/provider.ts'
import type { OrderLine } from '#lib/server/orders/order-lines.ts'

/** What is delivered instead of a line, and what it costs the buyer. */
export type Instead = Pick<OrderLine, 'position' | 'hsn' | 'gst_percent'> & {
  title: string
  pack: string
  quantity: number
  paise: number
  changes: ChangedStock[]
}

type Wanted = ActionInput<'line'> & {
  /** The price of the units that are no longer brought, which the replacement must not exceed. */
  fewerPaise: number
}

/**
 * Takes a replacement off the shelf and adds it as a line of its own. It is charged at its own price, but
 * never more than what it replaces. The buyer must have agreed, unless they asked for something similar and
 * the veg mark (green or brown) is the same.
 */
export async function substituteProduct(
  trx: Trx,
  order: OrderRow,
  line: OrderLine,
  { instead, pack, count, quantity, agreed, fewerPaise }: Wanted,
  now: number,
): Promise<{ ok: true; value: Instead } | ActionRefusal> {
  const product = await findInstead(trx, instead, pack)
  if (!product) return { ok: false, error: 'noProduct' }
  if (!('id' in product)) return { ok: false, error: 'needsPack', packs: product.packs }
  if (agreed !== 'yes' && line.if_missing !== 'similar') return { ok: false, error: 'notAgreed' }
  const veg = await vegOf(trx, line.product_id)
  if (agreed !== 'yes' && !isSameMark(veg, product.veg)) return { ok: false, error: 'veg' }
  const units = count ?? line.now - quantity
  if (Math.min(product.pricePaise, fewerPaise / units) < 1) return { ok: false, error: 'noProduct' }
  const pricePaise = priceOf(order, fewerPaise, units, product.pricePaise)
  if (pricePaise < 1) return { ok: false, error: 'tooLittle' }
  const position = await nextPosition(trx, order.id)
  const unit = { position, productId: product.id, packLabel: product.packLabel, quantity: units }
  const { isHeld, changes } = await holdUnits(trx, order.attempt_id, [unit], now)
  if (!isHeld) return { ok: false, error: 'short' }
  await sellUnits(trx, order.attempt_id, now)
  await trx
    .insertInto('order_item')
    .values({
      ...{ order_id: order.id, position, product_id: product.id, title: product.name },
      ...{
        choice: product.choice,
        choice_label: product.packLabel ?? '',
        image: '',
        if_missing: 'leave',
      },
      unit: product.packLabel ?? product.unit,
      ...{ hsn: product.hsn, gst_percent: product.gst_percent, replaces: line.position },
      ...{ price_paise: pricePaise, quantity: units, subtotal_paise: pricePaise * units },
    })
    .execute()
  const paise = pricePaise * units
  const named = { title: product.name, pack: product.packLabel ?? product.unit }
  const { hsn, gst_percent } = product
  return {
    ok: true,
    value: { ...named, position, hsn, gst_percent, quantity: units, paise, changes },
  }
}

/**
 * The price of each replacement unit. If less of an online payment would be left to refund than the
 * provider's minimum, their price is lowered until the refund reaches it (P7).
 */
function priceOf(order: OrderRow, fewerPaise: number, units: number, ownPaise: number): number {
  const pricePaise = Math.min(ownPaise, Math.floor(fewerPaise / units))
  const backPaise = fewerPaise - pricePaise * units
  const isRefund = order.payment_id !== null && backPaise > 0
  if (!isRefund || backPaise >= MIN_REFUND_PAISE) return pricePaise
  return Math.floor((fewerPaise - MIN_REFUND_PAISE) / units)
}

/**
 * The replacement product and pack, by SKU or id; undefined if it is not on sale. Without a valid pack name,
 * the labels of its packs.
 */
export async function findInstead(trx: Trx, sku: string, pack: string) {
  const product = await trx
    .selectFrom('product')
    .select(['id', 'name', 'price_paise', 'hsn', 'gst_percent', 'veg', 'pack_kind', 'unit'])
    .where((eb) => eb.or([eb('sku', '=', sku), eb('id', '=', sku)]))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!product) return undefined
  const packs = await trx
    .selectFrom('pack')
    .select(['label', 'price_paise'])
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute()
  const { price_paise: pricePaise, ...rest } = product
  if (packs.length === 0) {
    return pack === '' ? { ...rest, pricePaise, packLabel: null, choice: '' } : undefined
  }
  const labels = packs.map(({ label }) => label)
  const wanted = findLabel(labels, pack)
  const found = packs.find(({ label }) => label === wanted)
  if (!found) return { packs: labels }
  const choice = writeChoice({ [product.pack_kind ?? 'weight']: found.label })
  return { ...rest, pricePaise: found.price_paise, packLabel: found.label, choice }
}

async function vegOf(trx: Trx, productId: string): Promise<string> {
  const query = trx.selectFrom('product').select('veg').where('id', '=', productId)
  return (await query.executeTakeFirst())?.veg ?? ''
}

/**
 * Whether the veg marks allow a replacement: vegetarian only by vegetarian, non-vegetarian only by
 * non-vegetarian, unmarked by anything except non-vegetarian.
 */
const isSameMark = (before: string, after: string): boolean =>
  before === 'veg' ? after === 'veg' : (before === 'nonveg') === (after === 'nonveg')

async function nextPosition(trx: Trx, orderId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('order_item')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}
