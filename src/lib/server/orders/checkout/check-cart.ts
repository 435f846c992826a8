import { createHash } from 'node:crypto'
import { MAX_ORDER_PAISE } from '#lib/limits.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import { labelOf, writeChoice } from '#lib/server/shopper/cart/sold-product.ts'
import { type Cart, type CartLine, readCart } from '#lib/server/shopper/cart/read-cart.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { AttemptLineTable } from '#lib/server/database/schema/orders.ts'
import type { IfMissingWishes } from '#lib/checkout/billing-fields.ts'
import type { RefusalCode } from '#lib/checkout/refusals.ts'
import { readTaxes } from './cart-taxes.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { whyNotDelivered } from '#lib/server/orders/delivery.ts'

/** Why a cart cannot be paid; `cart` is its current state, to show to the shopper. */
export type CartRefusal = {
  code: RefusalCode
  cart?: Cart
  /** Why the shop is closed, or what is missing for its least order, in words. */
  said?: string
  /** Titles of products that are not sold in the buyer's country. */
  titles?: string[]
  /** The city that the PIN code belongs to, where another one is named. */
  city?: string
  /** The largest order that may be paid in cash. */
  limitPaise?: number
  /** The most units that may be unpaid. */
  units?: number
  /** After a request too many: the seconds to wait. */
  waitS?: number
}

/** What is bought, as the attempt stores it. */
export type CheckedCart = {
  cart: Cart
  lines: Omit<AttemptLineTable, 'attempt_id'>[]
  totalPaise: number
  fingerprint: string
}
/** The default: the buyer is called if something is missing. */
const CALL: IfMissingWishes = { all: 'call', lines: new Map() }

type Checked = { ok: true; value: CheckedCart } | { ok: false; refusal: CartRefusal }

/** The smallest amount that Razorpay accepts (P1). */
const MIN_PAISE = 100

/** Reads the cart at current prices and checks whether it can be bought. */
export async function checkCart(
  trx: Trx,
  userId: string,
  { billing, seenPaise, shown, ifMissing = CALL }: CheckoutRequest,
): Promise<Checked> {
  const cart = await readCart(trx, userId)
  const refuse = (code: RefusalCode, more = {}): Checked => ({
    ok: false,
    refusal: { code, cart, ...more },
  })
  const { lines, totalPaise } = cart
  if (lines.length === 0) return refuse('empty')
  if (lines.some(({ state }) => state !== 'ok')) return refuse('outofstock')
  const away = lines.filter(
    ({ countries }) => countries.length > 0 && !countries.includes(billing.country),
  )
  if (away.length > 0) return refuse('country', { titles: away.map(({ title }) => title) })
  const fault = await whyNotDelivered(trx, billing.country, billing.zipcode)
  if (fault) return refuse(fault === 'country' ? 'abroad' : 'pin')
  if (hasChanged(cart, seenPaise, shown)) return refuse('changed')
  if (totalPaise > MAX_ORDER_PAISE) return refuse('tooMuch')
  if (totalPaise < MIN_PAISE) return refuse('tooLittle')
  const rows = await toRows(trx, lines, ifMissing)
  return { ok: true, value: { cart, lines: rows, totalPaise, fingerprint: fingerprintOf(lines) } }
}

/**
 * Whether the cart differs from what was shown. Without that information, the prices count from when the cart
 * was filled (F30).
 */
function hasChanged(
  { lines, totalPaise }: Cart,
  seenPaise: number | undefined,
  shown: string | undefined,
): boolean {
  if (shown !== undefined && shown !== fingerprintOf(lines)) return true
  if (seenPaise !== undefined) return seenPaise !== totalPaise
  return lines.some(({ pricePaise, seenPricePaise }) => pricePaise !== seenPricePaise)
}

async function toRows(
  trx: Trx,
  lines: CartLine[],
  ifMissing: IfMissingWishes,
): Promise<CheckedCart['lines']> {
  const taxes = await readTaxes(trx, lines)
  return lines.map((line, position) => {
    const { id, productId, choice, packLabel, title, picture, pricePaise, quantity, unit } = line
    const tax = taxes.get(productId)
    return {
      ...{ position, product_id: productId, pack_label: packLabel, title, quantity },
      ...{ choice: writeChoice(choice), choice_label: labelOf(choice), unit },
      image: picture ? largestFile(picture) : '',
      ...{ hsn: tax?.hsn ?? '', gst_percent: tax?.gst_percent ?? null },
      ...{ price_paise: pricePaise, subtotal_paise: pricePaise * quantity },
      if_missing: ifMissing.lines.get(id) ?? ifMissing.all,
    }
  })
}

/** Identifies products, quantities and prices of a cart: another cart with the same total has another fingerprint. */
export function fingerprintOf(lines: readonly CartLine[]): string {
  const what = lines.map((line) => [
    ...[line.productId, writeChoice(line.choice), line.quantity, line.pricePaise],
  ])
  return createHash('sha256').update(JSON.stringify(what.toSorted())).digest('base64url')
}
