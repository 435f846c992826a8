import type { Db } from '#lib/server/database/schema.ts'
import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'

/** One page of what a customer has written, newest first, also what the shop has taken down; `total` of all pages. */
export async function listOwnReviews(db: Db, userId: string, page: number) {
  const { total } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['review.id', 'product_id', 'product.name', 'withdrawn_at', 'text', 'rating'])
    .select(['review.created_at', 'edited_at', 'is_verified', 'is_shown'])
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id')
    .limit(REVIEW_PAGE_SIZE)
    .offset((page - 1) * REVIEW_PAGE_SIZE)
    .execute()
  const reviews = rows.map((row) => ({
    ...{ id: row.id, text: row.text, rating: row.rating },
    product: { id: row.product_id, name: row.name, isOnSale: row.withdrawn_at === null },
    ...{ createdAt: row.created_at, editedAt: row.edited_at },
    ...{ isVerified: row.is_verified === 1, isShown: row.is_shown === 1 },
  }))
  const pageCount = Math.max(1, Math.ceil(Number(total) / REVIEW_PAGE_SIZE))
  return { reviews, pageCount }
}
