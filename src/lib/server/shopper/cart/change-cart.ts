import type { ChosenLabels } from '#lib/catalogue/choice.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_LINES, MAX_ORDER_PAISE, MAX_QUANTITY } from '#lib/limits.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { type Cart, type CartLine, readCart, stockKey, withOwn } from './read-cart.ts'
import {
  checkChoice,
  loadSoldProducts,
  type PackPrice,
  packPriceOf,
  writeChoice,
} from './sold-product.ts'

/**
 * Locks a cart and increments its revision. Every transaction that writes cart_item calls it first, so that
 * limits across lines hold (A09, I7).
 */
export async function lockCart(trx: Trx, userId: string): Promise<void> {
  await trx
    .insertInto('cart')
    .values({ user_id: userId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ revision: sql`cart.revision + 1` }),
    )
    .execute()
}

type Addition = { productId: string; choice: ChosenLabels; quantity: number }

/**
 * Adds units of a product to the cart, or refuses without a change: an unknown choice, more than are left, or
 * more than a cart may hold (A09). The price is the shop's current one.
 */
export async function addToCart(
  trx: Trx,
  userId: string,
  { productId, choice: wanted, quantity }: Addition,
): Promise<Outcome> {
  await lockCart(trx, userId)
  const product = (await loadSoldProducts(trx, [productId])).get(productId)
  if (!product) return { result: 'noProduct' }
  if (product.isWithdrawn) return { result: 'withdrawn' }
  const choice = checkChoice(product.offered, wanted)
  if (!choice.ok) return { result: 'choose', kind: choice.error }
  const price = packPriceOf(product, choice.value)
  if (!price) return { result: 'withdrawn' }
  const cart = await readCart(trx, userId)
  const text = writeChoice(choice.value)
  const pool = stockKey({ productId, packLabel: price.packLabel })
  const line = cart.lines.find(
    (found) => stockKey(found) === pool && writeChoice(found.choice) === text,
  )
  const stock = withOwn(price.stock, cart.held.get(pool))
  const total = (line?.quantity ?? 0) + quantity
  const refusal = checkRoom(cart, { ...price, pool, stock, line }, total)
  if (refusal) return refusal
  const id = await insertUnits(trx, { userId, productId, text, quantity, price })
  return { result: 'added', id }
}

/**
 * Like `addToCart`, but adds as many as still fit: `full` if the cart has that many already, `none` if
 * nothing can be bought.
 */
export async function addAsMany(
  trx: Trx,
  userId: string,
  addition: Addition,
): Promise<'all' | 'fewer' | 'full' | 'none'> {
  const outcome = await addToCart(trx, userId, addition)
  if (outcome.result === 'added') return 'all'
  if (outcome.result !== 'onlyLeft' && outcome.result !== 'tooMany') return 'none'
  const { productId, choice } = addition
  const product = (await loadSoldProducts(trx, [productId])).get(productId)
  const packLabel = (product && packPriceOf(product, choice)?.packLabel) ?? null
  const { lines } = await readCart(trx, userId)
  const beside = lines.filter((line) => stockKey(line) === stockKey({ productId, packLabel }))
  const own = beside.filter((line) => writeChoice(line.choice) === writeChoice(choice))
  const room = MAX_QUANTITY - unitsOf(own)
  const left = outcome.result === 'onlyLeft' ? outcome.left - unitsOf(beside) : room
  const quantity = Math.min(room, left)
  if (quantity <= 0) return 'full'
  const { result } = await addToCart(trx, userId, { ...addition, quantity })
  return result === 'added' ? 'fewer' : 'none'
}

const unitsOf = (lines: CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** `was` is the quantity that the shopper saw; without it the new quantity is absolute. */
type Change = { id: string; quantity: number; was: number | undefined }

/** Sets a line's quantity, or changes it by the difference from what was seen (docs/cart.md). */
export async function changeQuantity(
  trx: Trx,
  userId: string,
  { id, quantity, was }: Change,
): Promise<Outcome> {
  await lockCart(trx, userId)
  const cart = await readCart(trx, userId)
  const line = cart.lines.find((found) => found.id === id)
  if (!line) return { result: 'notInCart' }
  const wanted = Math.max(1, was === undefined ? quantity : line.quantity + quantity - was)
  // An unchanged quantity changes nothing (S-122).
  if (wanted === line.quantity) return { result: 'unchanged', id }
  if (line.state === 'withdrawn') return { result: 'withdrawn' }
  const { pricePaise, stock } = line
  const refusal = checkRoom(cart, { pricePaise, pool: stockKey(line), stock, line }, wanted)
  if (refusal) return refusal
  await trx
    .updateTable('cart_item')
    .set({ quantity: wanted, changed_at: Date.now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  return { result: 'changed', id }
}

/** The price and stock of a line; `line` is undefined if it is not in the cart yet. */
type Source = Pick<CartLine, 'pricePaise' | 'stock'> & { pool: string; line: CartLine | undefined }

/** Why a line cannot have this many units, given everything in the cart; undefined if it can. */
function checkRoom(
  { lines, totalPaise }: Cart,
  { pricePaise, stock, pool, line }: Source,
  wanted: number,
): Outcome | undefined {
  if (stock === 0) return { result: 'soldOut' }
  const others = lines.filter((other) => other !== line && stockKey(other) === pool)
  const taken = unitsOf(others)
  const isMore = wanted > (line?.quantity ?? 0)
  // Reducing is allowed: it is the way out for a line with too many.
  if (stock !== null && taken + wanted > stock && (isMore || wanted > stock)) {
    return { result: 'onlyLeft', left: stock }
  }
  if (wanted > MAX_QUANTITY) return { result: 'tooMany' }
  if (!line && lines.length >= MAX_LINES) return { result: 'tooManyLines' }
  const before = line?.state === 'ok' ? line.pricePaise * line.quantity : 0
  return isMore && totalPaise - before + pricePaise * wanted > MAX_ORDER_PAISE
    ? { result: 'tooDear' }
    : undefined
}

type Units = {
  userId: string
  productId: string
  text: string
  quantity: number
  price: PackPrice
}

async function insertUnits(
  trx: Trx,
  { userId, productId, text, quantity, price }: Units,
): Promise<string> {
  const now = Date.now()
  // Lines that are added in one millisecond stay in their order.
  const created_at = sql<number>`coalesce(
    (select max(created_at) + 1 from cart_item where user_id = ${userId} and created_at >= ${now}), ${now})`
  const times = { created_at, changed_at: now }
  const seen_price_paise = price.pricePaise
  const key = { user_id: userId, product_id: productId, choice: text }
  const { id } = await trx
    .insertInto('cart_item')
    .values({ id: randomUUID(), ...key, quantity, seen_price_paise, ...times })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id', 'choice']).doUpdateSet({
        quantity: sql`cart_item.quantity + excluded.quantity`,
        seen_price_paise,
        changed_at: now,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a line, or only as many units as were seen (docs/cart.md). */
export async function removeLine(
  trx: Trx,
  userId: string,
  { id, was }: { id: string; was: number | undefined },
): Promise<Outcome> {
  await lockCart(trx, userId)
  const isThere = await takeUnits(trx, { id, user_id: userId }, was ?? MAX_QUANTITY)
  return { result: isThere ? 'removed' : 'notInCart' }
}

type Bought = { product_id: string; choice: string; quantity: number }

/** Removes what was bought from the cart; what was added while the shopper paid stays (F28). */
export async function removeBought(
  trx: Trx,
  userId: string | null,
  lines: readonly Bought[],
): Promise<void> {
  if (userId === null) return
  const owner = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!owner) return
  await lockCart(trx, userId)
  for (const { product_id, choice, quantity } of lines) {
    await takeUnits(trx, { user_id: userId, product_id, choice }, quantity)
  }
}

type OneLine = { user_id: string } & ({ id: string } | { product_id: string; choice: string })

/** Removes a line or reduces it, under the cart's lock. @returns whether there was such a line */
async function takeUnits(trx: Trx, line: OneLine, units: number): Promise<boolean> {
  const removed = await trx
    .deleteFrom('cart_item')
    .where((eb) => eb.and(line))
    .where('quantity', '<=', units)
    .returning('id')
    .executeTakeFirst()
  if (removed) return true
  const reduced = await trx
    .updateTable('cart_item')
    .set((eb) => ({ quantity: eb('quantity', '-', units), changed_at: Date.now() }))
    .where((eb) => eb.and(line))
    .returning('id')
    .executeTakeFirst()
  return reduced !== undefined
}
