import { MAX_ORDER_PAISE } from '#lib/cart/cart.ts'
import { MAX_QUANTITY } from '#lib/limits.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { lockCart } from './lock-cart.ts'
import { type Cart, type CartLine, readCart, stockKey } from './read-cart.ts'

/** `was` is the quantity that the shopper saw; without it the change is meant as it stands. */
type Change = { id: string; quantity: number; was: number | undefined }

/** Sets a line's quantity, or moves it by the difference to what was seen (docs/cart.md). */
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
  // Nothing happens on an unchanged quantity (S-122).
  if (wanted === line.quantity) return { result: 'unchanged', id }
  const refusal = checkRoom(cart, line, wanted)
  if (refusal) return refusal
  await trx
    .updateTable('cart_item')
    .set({ quantity: wanted, changed_at: Date.now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  return { result: 'changed', id }
}

function checkRoom(
  { lines, totalPaise }: Cart,
  line: CartLine,
  wanted: number,
): Outcome | undefined {
  const { stock, state, quantity, pricePaise } = line
  if (state === 'withdrawn') return { result: 'withdrawn' }
  if (stock === 0) return { result: 'soldOut' }
  if (wanted > MAX_QUANTITY) return { result: 'tooMany' }
  const others = lines.filter((other) => other !== line && stockKey(other) === stockKey(line))
  const taken = others.reduce((sum, other) => sum + other.quantity, 0)
  // Fewer than before is allowed: it is the way out of a line that wants too many.
  if (stock !== null && taken + wanted > stock && (wanted > quantity || wanted > stock)) {
    return { result: 'onlyLeft', left: stock }
  }
  const before = state === 'ok' ? pricePaise * quantity : 0
  if (wanted > quantity && totalPaise - before + pricePaise * wanted > MAX_ORDER_PAISE) {
    return { result: 'tooDear' }
  }
  return undefined
}

/** Takes a line out, or just what was seen of it (docs/cart.md). */
export async function removeLine(
  trx: Trx,
  userId: string,
  { id, was }: { id: string; was: number | undefined },
): Promise<Outcome> {
  await lockCart(trx, userId)
  const isThere = await takeFromLine(trx, userId, id, was ?? MAX_QUANTITY)
  return { result: isThere ? 'removed' : 'notInCart' }
}

/** Two guarded statements under the cart's lock. @returns whether there is such a line of the user */
async function takeFromLine(trx: Trx, userId: string, id: string, units: number): Promise<boolean> {
  const removed = await trx
    .deleteFrom('cart_item')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('quantity', '<=', units)
    .returning('id')
    .executeTakeFirst()
  if (removed) return true
  const reduced = await trx
    .updateTable('cart_item')
    .set((eb) => ({ quantity: eb('quantity', '-', units), changed_at: Date.now() }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return reduced !== undefined
}
