import { reviewShape } from '#lib/api-shapes.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { loadReview } from '#lib/server/catalogue/reviews.ts'
import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { answerOf, answerOutcome, tooMany } from '#pages/api/_outcome.ts'
import { answerAction } from '#pages/api/_write.ts'
import { type Context } from '#pages/api/_reply.ts'

/** POST /api/productreviews/add: one review of a product by each customer (S-168). */
export async function POST(context: Context): Promise<Response> {
  const { locals } = context
  return answerAction(context, 'productreviews', async ({ shopper, action, key, next }) => {
    const wait = await waitFor(context, shopper.id)
    if (wait > 0) return tooMany(context, wait, next)
    const outcome = await performAction(locals.db, shopper, action, key)
    return answerOutcome(context, outcome, next, async () => {
      const { id } = answerOf(outcome)
      const review = id === undefined ? undefined : await loadReview(locals.db, id)
      return review ? { review: reviewShape(review) } : {}
    })
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
