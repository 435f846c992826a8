import type { Trx } from '#lib/server/database/schema.ts'
import { announce } from '#lib/server/catalogue/changes.ts'
import { SOMEBODY } from '#lib/server/orders/forget-buyer.ts'

/** Removes the name from all reviews of an account; the reviews stay, and their pages are updated. */
export async function unnameReviews(trx: Trx, userId: string): Promise<void> {
  const reviews = await trx
    .updateTable('review')
    .set({ customer_name: SOMEBODY })
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute()
  if (reviews.length === 0) return
  await announce(
    trx,
    reviews.map(({ product_id }) => `reviews:${product_id}`),
  )
}
