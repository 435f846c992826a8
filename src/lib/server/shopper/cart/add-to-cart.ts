import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_LINES, MAX_ORDER_PAISE } from '#lib/cart/cart.ts'
import { MAX_QUANTITY } from '#lib/limits.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { type Choice, checkChoice, writeChoice } from './choice.ts'
import { lockCart } from './lock-cart.ts'
import { loadOffers, type Offer, type Terms, termsOf } from './offer.ts'
import { type Cart, readCart, stockKey } from './read-cart.ts'

type Addition = { productId: string; choice: Choice; quantity: number }

/**
 * Puts so many more of a product into the cart, or refuses without a change: an unknown choice, more
 * than are left, or more than a cart holds (A09). The price is the shop's.
 */
export async function addToCart(
  trx: Trx,
  userId: string,
  { productId, choice: wanted, quantity }: Addition,
): Promise<Outcome> {
  await lockCart(trx, userId)
  const offer = (await loadOffers(trx, [productId])).get(productId)
  if (!offer) return { result: 'noProduct' }
  if (offer.isWithdrawn) return { result: 'withdrawn' }
  const choice = checkChoice(offer.offered, wanted)
  if (!choice.ok) return { result: 'choose', kind: choice.error }
  const terms = termsOf(offer, choice.value)
  if (!terms) return { result: 'withdrawn' }
  const text = writeChoice(choice.value)
  const refusal = checkRoom(await readCart(trx, userId), { offer, terms, text, quantity })
  if (refusal) return refusal
  const id = await insertUnits(trx, { userId, productId, text, quantity, terms })
  return { result: 'added', id }
}

type Wanted = { offer: Offer; terms: Terms; text: string; quantity: number }

/** What stands against it, seen with all that lies in the cart already. */
function checkRoom(
  { lines, totalPaise }: Cart,
  { offer, terms, text, quantity }: Wanted,
): Outcome | undefined {
  const key = stockKey({ productId: offer.id, packLabel: terms.packLabel })
  const sameStock = lines.filter((line) => stockKey(line) === key)
  const same = sameStock.find(({ choice }) => writeChoice(choice) === text)
  const taken = sameStock.reduce((sum, line) => sum + line.quantity, 0)
  if (terms.stock === 0) return { result: 'soldOut' }
  if (terms.stock !== null && taken + quantity > terms.stock) {
    return { result: 'onlyLeft', left: terms.stock }
  }
  if ((same?.quantity ?? 0) + quantity > MAX_QUANTITY) return { result: 'tooMany' }
  if (!same && lines.length >= MAX_LINES) return { result: 'tooManyLines' }
  return totalPaise + terms.pricePaise * quantity > MAX_ORDER_PAISE
    ? { result: 'tooDear' }
    : undefined
}

type Units = Pick<Wanted, 'terms' | 'text' | 'quantity'> & { userId: string; productId: string }

async function insertUnits(
  trx: Trx,
  { userId, productId, text, quantity, terms }: Units,
): Promise<string> {
  const now = Date.now()
  const times = { created_at: now, changed_at: now }
  const seen_price_paise = terms.pricePaise
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
