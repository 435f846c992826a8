import type { Trx } from '#lib/server/database/schema.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { FORMER_CUSTOMER } from '#lib/server/orders/forget-buyer.ts'

/**
 * Removes the name from all reviews of an account, and from what the shop noted of them; the reviews stay, and their
 * pages are updated.
 */
export async function unnameReviews(trx: Trx, userId: string): Promise<void> {
  const reviews = await trx
    .updateTable('review')
    .set({ customer_name: FORMER_CUSTOMER, reason: '' })
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute()
  if (reviews.length === 0) return
  await announceChange(
    trx,
    reviews.map(({ product_id }) => `reviews:${product_id}`),
  )
}
