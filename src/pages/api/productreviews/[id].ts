import { isReviewId } from '#lib/desk/reviews.ts'
import { deleteReview } from '#lib/server/desk/reviews/delete-review.ts'
import { performOnce } from '#lib/server/shopper/shopper-actions.ts'
import { answerOutcome } from '#pages/api/_outcome.ts'
import { type Context, notFound } from '#pages/api/_reply.ts'
import { personalWrite } from '#pages/api/_shopper.ts'

/** DELETE /api/productreviews/{id}: deletes one's own review (E28). */
export async function DELETE(context: Context): Promise<Response> {
  const { id } = context.params
  if (!isReviewId(id)) return notFound()
  const next = { done: '/myaccount/reviews', refused: '/myaccount/reviews' }
  return personalWrite(context, next, async (shopper, key) => {
    const request = { shopper, key, route: 'DELETE /api/productreviews', body: { id } }
    const outcome = await performOnce(context.locals.db, request, (trx) =>
      deleteReview(trx, shopper.id, id),
    )
    return answerOutcome(context, outcome, next)
  })
}
