import { reviewShape } from '#lib/api-shapes.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { loadReview } from '#lib/server/catalogue/reviews.ts'
import { answerAction } from '#pages/api/_action.ts'
import type { Context } from '#pages/api/_reply.ts'

/** POST /api/productreviews/add: saves a review; each customer has one per product (S-168). */
export async function POST(context: Context): Promise<Response> {
  return answerAction(context, 'productreviews', {
    waitFor: ({ id }) => waitFor(context, id),
    now: async (_shopper, _action, outcome) => {
      const id = 'id' in outcome ? outcome.id : undefined
      const review = id === undefined ? undefined : await loadReview(context.locals.db, id)
      return review ? { review: reviewShape(review) } : {}
    },
  })
}

async function waitFor({ locals }: Context, userId: string): Promise<number> {
  const limits = locals.accounts?.limits
  if (!limits) return 0
  return (
    (await limits.take(ACCOUNT_RULES.reviewMinute, userId)) ||
    (await limits.take(ACCOUNT_RULES.reviewDay, userId))
  )
}
