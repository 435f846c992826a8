import type { ChosenLabels } from '#lib/catalogue/choice.ts'
import type { CartItem, LineState } from '#lib/cart/cart.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'
import { mrpPaise } from '#lib/catalogue/variant.ts'
import { paiseToRupees } from '#lib/money.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { nobodysRevision } from '#lib/server/shopper/guests/guests.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'
import {
  labelOf,
  loadSoldProducts,
  packPriceOf,
  readChoice,
  type SoldProduct,
} from './sold-product.ts'

/** A line of a cart with its product's present price and stock. */
export type CartLine = {
  id: string
  productId: string
  choice: ChosenLabels
  /** The pack whose price and stock count; null if the product's own do. */
  packLabel: string | null
  /** Its weight or content, as printed on it. */
  unit: string
  quantity: number
  title: string
  picture: Picture | null
  rating: number
  pricePaise: number
  oldPricePaise: number | null
  mrpPaise?: number | undefined
  /** The unit price when it was added. */
  seenPricePaise: number
  /** Units left; null if stock is not tracked. */
  stock: number | null
  /** Of these, how many this line may be beside the others that share them. */
  rest: number | null
  state: LineState
  /** Countries where it is sold; empty means all. */
  countries: string[]
}

export type Cart = {
  /** Grows with each write: of two copies of a cart the one with the larger number is newer. */
  revision: number
  /** In the order in which they were added. */
  lines: CartLine[]
  /** The sum of the lines that can be ordered. */
  totalPaise: number
  /** Units held by the shopper's own open checkout, by `stockKey`: for them these are not gone (F04). */
  held: ReadonlyMap<string, number>
}

/** The cart of a shopper with current prices and stock. */
export async function readCart(db: Db, userId: string): Promise<Cart> {
  const rows = await selectRows(db, userId)
  const items = rows.flatMap(({ item, product, quantity, choice, seen }) =>
    item === null || product === null ? [] : [{ item, product, quantity, choice, seen }],
  )
  const products = await loadSoldProducts(db, [...new Set(items.map(({ product }) => product))])
  const left = new Map<string, number>()
  const held = await ownHolds(db, userId)
  const lines = items.flatMap(({ item: id, product, quantity, choice, seen }) => {
    const sold = products.get(product)
    const kept = { id, quantity: quantity ?? 1, choice: readChoice(choice ?? ''), seen }
    return sold ? [toLine(kept, sold, left, held)] : []
  })
  return {
    revision: rows[0]?.revision ?? 0,
    lines: lines.map((line) => withSharedStock(line, lines)),
    ...{ totalPaise: totalOf(lines), held },
  }
}

/** One statement, so that revision and lines are consistent on PostgreSQL too. */
function selectRows(db: Db, userId: string) {
  return db
    .selectFrom('cart')
    .leftJoin('cart_item', 'cart_item.user_id', 'cart.user_id')
    .select(['cart.revision', 'cart_item.id as item', 'cart_item.product_id as product'])
    .select(['quantity', 'choice', 'seen_price_paise as seen'])
    .where('cart.user_id', '=', userId)
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id')
    .execute()
}

type Kept = { id: string; quantity: number; choice: ChosenLabels; seen: number | null }

/** @param left what earlier lines have left of each stock that several lines share */
function toLine(
  { id, quantity, choice, seen }: Kept,
  product: SoldProduct,
  left: Map<string, number>,
  held: Map<string, number>,
) {
  const { id: productId, name: title, picture, rating, countries, isWithdrawn } = product
  const price = packPriceOf(product, choice)
  const asked = price ?? product
  const { pricePaise, oldPricePaise } = asked
  const packLabel = price?.packLabel ?? null
  const stock = price ? withOwn(price.stock, held.get(stockKey({ productId, packLabel }))) : 0
  const line: CartLine = {
    ...{ id, productId, choice, packLabel, quantity, title, picture, rating, pricePaise },
    unit: packLabel ?? product.unit,
    ...{
      oldPricePaise,
      mrpPaise: mrpPaise(asked),
      seenPricePaise: seen ?? pricePaise,
      stock,
      rest: stock,
    },
    ...{ state: 'ok', countries },
  }
  if (!price || isWithdrawn) return { ...line, state: 'withdrawn' as const }
  if (stock === null) return line
  if (stock === 0) return { ...line, state: 'soldout' as const }
  const pool = stockKey(line)
  const rest = left.get(pool) ?? stock
  if (quantity > rest) return { ...line, state: 'short' as const }
  left.set(pool, rest - quantity)
  return line
}

/**
 * A line that is ordered keeps its units, and may grow by what no other line wants; a line that is held back may
 * have what the ordered lines leave. Where they leave nothing, it is sold out.
 */
function withSharedStock(line: CartLine, lines: readonly CartLine[]): CartLine {
  const { packLabel, productId, quantity, state, stock } = line
  if (stock === null || (state !== 'ok' && state !== 'short')) return line
  const isOk = state === 'ok'
  const others = lines.filter(
    (other) =>
      other !== line &&
      other.productId === productId &&
      other.packLabel === packLabel &&
      (isOk || other.state === 'ok'),
  )
  const rest = others.reduce((left, other) => left - other.quantity, stock)
  if (isOk) return { ...line, rest: Math.max(rest, quantity) }
  return { ...line, rest, state: rest > 0 ? state : 'soldout' }
}

/** The stock for a shopper whose own open checkout holds `own` units; null if it is not tracked. */
export const withOwn = (stock: number | null, own = 0): number | null =>
  stock === null ? null : stock + own

async function ownHolds(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stock_hold')
    .innerJoin('attempt', 'attempt.id', 'stock_hold.attempt_id')
    .select(['product_id', 'pack_label', 'quantity'])
    .where('attempt.user_id', '=', userId)
    .where('attempt.state', '=', 'open')
    .where('stock_hold.state', '=', 'held')
    .execute()
  const held = new Map<string, number>()
  for (const { product_id, pack_label, quantity } of rows) {
    const key = stockKey({ productId: product_id, packLabel: pack_label })
    held.set(key, (held.get(key) ?? 0) + quantity)
  }
  return held
}

/** Identifies the stock that a line draws on; choices without a stock of their own share the product's. */
export const stockKey = ({ productId, packLabel }: Pick<CartLine, 'productId' | 'packLabel'>) =>
  JSON.stringify([productId, packLabel])

function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce(
    (sum, { state, pricePaise, quantity }) => (state === 'ok' ? sum + pricePaise * quantity : sum),
    0,
  )
}

/** The cart and its revision, as every change of it returns them. */
export async function cartNow(db: Db, { id, userid, isGuest }: Shopper) {
  const cart = await readCart(db, id)
  const revision = isGuest && id === '' ? nobodysRevision(Date.now()) : cart.revision
  return { cart: cartShape(cart, userid), revision }
}

/** The cart in the format of GET /api/cart: a bare array (S-172). */
export function cartShape({ lines }: Pick<Cart, 'lines'>, userId: string): CartItem[] {
  return lines.map((line) => itemShape(line, userId))
}

function itemShape(line: CartLine, userId: string): CartItem {
  const { pricePaise, oldPricePaise, seenPricePaise, quantity, choice, picture } = line
  return {
    _id: line.id,
    productid: line.productId,
    userid: userId,
    producttitle: line.title,
    image: picture ? largestFile(picture) : '',
    rating: line.rating,
    price: paiseToRupees(pricePaise),
    quantity,
    subtotal: paiseToRupees(pricePaise * quantity),
    choice: labelOf(choice),
    pack: line.packLabel ?? '',
    unit: line.unit,
    productrams: choice.ram ?? '',
    productsize: choice.size ?? '',
    productweight: choice.weight ?? '',
    oldprice: oldPricePaise === null ? null : paiseToRupees(oldPricePaise),
    wasprice: seenPricePaise === pricePaise ? null : paiseToRupees(seenPricePaise),
    stock: line.rest,
    state: line.state,
  }
}
