import type { Trx } from '#lib/server/database/schema.ts'
import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { writeChoice } from '#lib/server/shopper/cart/sold-product.ts'
import { type Change, holdUnits, sellUnits } from '#lib/server/orders/stock.ts'
import type { Order, Refusal } from './counter.ts'
import { MIN_REFUND_PAISE } from '#lib/server/payments/provider.ts'
import type { OrderLine } from '#lib/server/orders/order-lines.ts'

/** What is brought in place of a line, and what the shopper pays for it. */
export type Instead = {
  title: string
  pack: string
  quantity: number
  paise: number
  changes: Change[]
}

type Wanted = ActionInput<'line'> & {
  /** What the units cost that it stands in for: never more is charged. */
  offPaise: number
}

/**
 * Takes another product off the shelf for an order, as a line of its own. It is charged at its price, and
 * never dearer than what it replaces. Who has not asked for something similar must have agreed to it, and
 * so must everybody across the green or brown mark.
 */
export async function substituteProduct(
  trx: Trx,
  order: Order,
  line: OrderLine,
  { instead, pack, count, quantity, agreed, offPaise }: Wanted,
  now: number,
): Promise<{ ok: true; value: Instead } | Refusal> {
  const product = await findInstead(trx, instead, pack)
  if (!product) return { ok: false, error: 'noProduct' }
  if (!('id' in product)) return { ok: false, error: 'needsPack', packs: product.packs }
  if (agreed !== 'yes' && line.if_missing !== 'similar') return { ok: false, error: 'notAgreed' }
  const veg = await vegOf(trx, line.product_id)
  if (agreed !== 'yes' && !isSameMark(veg, product.veg)) return { ok: false, error: 'veg' }
  const units = count ?? line.now - quantity
  if (Math.min(product.pricePaise, offPaise / units) < 1) return { ok: false, error: 'noProduct' }
  const pricePaise = priceOf(order, offPaise, units, product.pricePaise)
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
  return { ok: true, value: { ...named, quantity: units, paise, changes } }
}

/**
 * What each of so many units is charged at. Where that would leave less of an online payment to go back
 * than a provider gives back, they cost as much less as makes it (P7).
 */
function priceOf(order: Order, offPaise: number, units: number, ownPaise: number): number {
  const pricePaise = Math.min(ownPaise, Math.floor(offPaise / units))
  const backPaise = offPaise - pricePaise * units
  const isRefund = order.payment_id !== null && backPaise > 0
  if (!isRefund || backPaise >= MIN_REFUND_PAISE) return pricePaise
  return Math.floor((offPaise - MIN_REFUND_PAISE) / units)
}

/**
 * The product and pack to deliver instead, by SKU or id; undefined if it is not on sale. Of one whose pack is
 * not named its packs.
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
 * A vegetarian product is replaced only by a vegetarian one, a non-vegetarian only by a non-vegetarian; one
 * without a mark by anything but a non-vegetarian.
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
