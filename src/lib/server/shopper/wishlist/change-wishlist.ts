import { MAX_WISHES } from '#lib/limits.ts'
import { randomUUID } from 'node:crypto'
import { lockCart } from '#lib/server/shopper/cart/change-cart.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'

/** Adds a product to the wishlist, or tells that it is there already (S-188). */
export async function addWish(trx: Trx, userId: string, productId: string): Promise<Outcome> {
  const product = await trx
    .selectFrom('product')
    .select('withdrawn_at')
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return { result: 'noProduct' }
  if (product.withdrawn_at !== null) return { result: 'withdrawn' }
  // Locks the wishlist, so that its length is known.
  await lockCart(trx, userId)
  const known = await findWish(trx, userId, productId)
  if (known) return { result: 'alreadyWished', id: known.id }
  if (await isFull(trx, userId)) return { result: 'wishlistFull' }
  return { result: 'wished', id: await insertWish(trx, { userId, productId, choice: '' }) }
}

/**
 * Moves a line of the cart to the wishlist, with its choice. The list has a product once: if it has
 * another choice of it, the line stays in the cart (G35).
 */
export async function saveForLater(trx: Trx, userId: string, lineId: string): Promise<Outcome> {
  await lockCart(trx, userId)
  const line = await trx
    .selectFrom('cart_item')
    .select(['product_id', 'choice'])
    .where('id', '=', lineId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!line) return { result: 'notInCart' }
  const known = await findWish(trx, userId, line.product_id)
  if (!known && (await isFull(trx, userId))) return { result: 'wishlistFull' }
  if (known && !['', line.choice].includes(known.choice)) return { result: 'otherPackWished' }
  await trx.deleteFrom('cart_item').where('id', '=', lineId).where('user_id', '=', userId).execute()
  const { product_id: productId, choice } = line
  return { result: 'wished', id: await insertWish(trx, { userId, productId, choice }) }
}

/** Removes an entry from a shopper's wishlist. */
export async function removeWish(trx: Trx, userId: string, id: string): Promise<Outcome> {
  const removed = await trx
    .deleteFrom('wishlist_item')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return { result: removed ? 'removed' : 'notInWishlist' }
}

function findWish(trx: Trx, userId: string, productId: string) {
  return trx
    .selectFrom('wishlist_item')
    .select(['id', 'choice'])
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
}

async function isFull(trx: Trx, userId: string): Promise<boolean> {
  const { count } = await trx
    .selectFrom('wishlist_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count) >= MAX_WISHES
}

async function insertWish(
  trx: Trx,
  { userId, productId, choice }: { userId: string; productId: string; choice: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('wishlist_item')
    .values({
      ...{ id: randomUUID(), user_id: userId, product_id: productId, choice },
      created_at: Date.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet({ choice, created_at: Date.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
