import type { Trx } from '#lib/server/database/schema.ts'
import { recordDeskAction } from '#lib/server/desk/actions.ts'
import { followReviews } from '#lib/server/shopper/reviews/reviewed-product.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { deskReviewTexts } from '#lib/texts/page/desk-reviews.ts'
import { lockReview } from './moderate.ts'

/**
 * A shopper deletes their own review (E28): the product's rating and pages follow, and the act is recorded
 * without their name, in the same transaction. Stored values keep the word of earlier builds, which took reviews back.
 */
export async function deleteReview(trx: Trx, userId: string, id: string): Promise<Outcome> {
  const review = await lockReview(trx, id)
  if (review?.userId !== userId) return { result: 'notReviewed' }
  const { product, isShown, logged } = review
  if (isShown) await trx.deleteFrom('review').where('id', '=', id).execute()
  else await emptyReview(trx, id)
  await followReviews(trx, product, Date.now())
  const writer = { id: null, email: deskReviewTexts.writer }
  await recordDeskAction(trx, writer, { kind: 'takeback', what: logged })
  return { result: isShown ? 'reviewTakenBack' : 'reviewTakenBackDown' }
}

/**
 * Of a review that the shop has taken down, the row stays without its words: what the same customer writes about the
 * product next is down too, until the shop shows it.
 */
async function emptyReview(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('review')
    .set({ customer_name: '', text: '', taken_back_at: Date.now() })
    .where('id', '=', id)
    .execute()
}
