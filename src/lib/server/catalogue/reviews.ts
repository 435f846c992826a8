import type { Review } from '#lib/catalogue/product.ts'
import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** One page of a product's reviews that are shown, newest first. */
export async function loadReviews(db: Db, productId: string, page = 1): Promise<Review[]> {
  const rows = await selectReviews(db)
    .where('product_id', '=', productId)
    .where('is_shown', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(REVIEW_PAGE_SIZE)
    .offset((page - 1) * REVIEW_PAGE_SIZE)
    .execute()
  return rows.map(toReview)
}

/** The review of that id, shown or taken down, for its writer; undefined when there is none. */
export async function loadReview(db: Db, id: string): Promise<Review | undefined> {
  const row = await selectReviews(db).where('id', '=', id).executeTakeFirst()
  return row && toReview(row)
}

const selectReviews = (db: Db) => db.selectFrom('review').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

function toReview(row: Row): Review {
  return {
    id: row.id,
    productId: row.product_id,
    customerId: row.user_id,
    customerName: row.customer_name,
    text: row.text,
    rating: row.rating,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    isVerified: row.is_verified === 1,
  }
}
