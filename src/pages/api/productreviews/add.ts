import { reviewShape } from '#lib/api-shapes.ts'
import { loadReview } from '#lib/server/catalogue/reviews.ts'
import { waitForReview } from '#pages/api/_limits.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerAction } from '#pages/api/_write.ts'

/** POST /api/productreviews/add: saves a review; each customer has one per product (S-168). */
export async function POST(context: Context): Promise<Response> {
  return answerAction(context, 'productreviews', {
    waitFor: ({ id }) => waitForReview(context, id),
    now: async (_shopper, outcome) => {
      const id = 'id' in outcome ? outcome.id : undefined
      const review = id === undefined ? undefined : await loadReview(context.locals.db, id)
      return review ? { review: reviewShape(review) } : {}
    },
  })
}
