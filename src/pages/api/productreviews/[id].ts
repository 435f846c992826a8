import { isReviewId } from '#lib/desk/reviews.ts'
import { deleteReview } from '#lib/server/desk/reviews/delete-review.ts'
import type { Write } from '#lib/server/shopper/shopper-actions.ts'
import { type Context, notFound } from '#pages/api/_reply.ts'
import { answerWrite } from '#pages/api/_write.ts'

/** DELETE /api/productreviews/{id}: deletes one's own review (E28). */
export async function DELETE(context: Context): Promise<Response> {
  const { id } = context.params
  if (!isReviewId(id)) return notFound()
  const value: Write = {
    route: 'DELETE /api/productreviews',
    request: { id },
    run: (trx, shopper) => deleteReview(trx, shopper.id, id),
  }
  const next = { done: '/myaccount/reviews', refused: '/myaccount/reviews' }
  return answerWrite(context, { parsed: { ok: true, value }, next })
}
