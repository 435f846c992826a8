import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { hasBought } from './bought.ts'
import { followReviews, lockReviewed } from './reviewed-product.ts'

/** A customer's review of a product; the author's name comes from the session. */
export type Opinion = { productId: string; text: string; rating: number }

/**
 * Saves a customer's review of a product; a second one edits the first. The product's rating is updated in
 * the same transaction, and all pages that show it follow through the publisher. A review that the shop has taken
 * down stays down, whatever is written into it (E24), also if its writer has taken it back in between (E28).
 */
export async function writeReview(
  trx: Trx,
  { id: userId, name }: { id: string; name: string },
  { productId, text, rating }: Opinion,
): Promise<Outcome> {
  const product = await lockReviewed(trx, productId)
  if (!product?.isOnSale) return { result: 'noProduct' }
  const now = Date.now()
  const isVerified = await hasBought(trx, userId, productId)
  const said = { customer_name: name, rating, is_verified: Number(isVerified) }
  const id = randomUUID()
  const earlier = await trx
    .selectFrom('review')
    .select('taken_back_at')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  const review = await trx
    .insertInto('review')
    .values({ id, product_id: productId, user_id: userId, ...said, text, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet({
        ...said,
        // A new rating without text keeps the earlier text.
        ...(text !== '' && { text }),
        edited_at: now,
        // One that was deleted is a new one.
        created_at: sql`case when review.taken_back_at is null then review.created_at else ${now} end`,
        taken_back_at: null,
      }),
    )
    .returning(['id', 'is_shown'])
    .executeTakeFirstOrThrow()
  await followReviews(trx, product, now)
  if (review.is_shown === 0) {
    const isAnew = (earlier?.taken_back_at ?? null) !== null
    return { result: isAnew ? 'reviewWaitsAnew' : 'reviewWaits', id: review.id }
  }
  return { result: review.id === id ? 'reviewed' : 'reviewEdited', id: review.id }
}
