import type { Review } from '../../product.ts'
import type { Db } from '../database/schema.ts'

/** A product's reviews, newest first (spec §2). */
export async function loadReviews(db: Db, productId: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customerId: row.user_id,
    customerName: row.customer_name,
    text: row.text,
    rating: row.rating,
    createdAt: row.created_at,
  }))
}
