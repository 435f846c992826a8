import type { Verdict } from '#lib/desk/reviews.ts'
import type { Result } from '#lib/result.ts'
import { formatDay } from '#lib/dates.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { recordDeskAction } from '#lib/server/desk/actions.ts'
import type { Editor } from '#lib/server/desk/task.ts'
import { followReviews, lockReviewed } from '#lib/server/shopper/reviews/reviewed-product.ts'
import { deskReviewTexts } from '#lib/texts/page/desk-reviews.ts'

/** The name of the reviewed product, and whether anything had to be done. */
type Moderated = { product: string; isDone: boolean }

type Ended = Result<Moderated, 'unknown' | 'edited'>

/**
 * Takes a review down or shows it again (E24): the product's rating and pages follow and the act is recorded in the
 * same transaction. Done already, nothing happens. `edited`: it was to be shown, and says something else by now than
 * the editor saw.
 */
export function moderateReview(
  db: Db,
  editor: Editor,
  id: string,
  verdict: Verdict,
): Promise<Ended> {
  return inTransaction(db, async (trx): Promise<Ended> => {
    const review = await lockReview(trx, id)
    if (!review) return { ok: false, error: 'unknown' }
    const { product } = review
    if (review.isShown === (verdict.what === 'show'))
      return { ok: true, value: { product: product.name, isDone: false } }
    // Nothing unread is published; what is taken down may be shown again, and may say what it likes until then.
    const isUnread = verdict.what === 'show' && review.writtenAt !== verdict.seen
    if (isUnread) return { ok: false, error: 'edited' }
    await carryOut(trx, editor, id, verdict)
    await followReviews(trx, product, Date.now())
    await recordDeskAction(trx, editor, { kind: verdict.what, what: review.logged })
    return { ok: true, value: { product: product.name, isDone: true } }
  })
}

/**
 * Reads a review under the lock of its product, which whoever writes a review also takes first; undefined if there is
 * none, or its writer has taken it back.
 */
export async function lockReview(trx: Trx, id: string) {
  const reviews = trx.selectFrom('review').where('id', '=', id)
  const of = await reviews.select('product_id').executeTakeFirst()
  const product = of && (await lockReviewed(trx, of.product_id))
  if (!product) return undefined
  const row = await reviews.selectAll().where('taken_back_at', 'is', null).executeTakeFirst()
  if (!row) return undefined
  const { user_id: userId, is_shown, rating, created_at, edited_at } = row
  return {
    userId,
    product,
    isShown: is_shown === 1,
    writtenAt: edited_at ?? created_at,
    // Without the customer's name, since the record stays when the customer's data is erased.
    logged: deskReviewTexts.logged(product.name, rating, formatDay(created_at)),
  }
}

/** The reason stays known when the review is shown again. */
async function carryOut(trx: Trx, editor: Editor, id: string, { what, reason }: Verdict) {
  const act = { moderated_at: Date.now(), moderated_by: editor.email }
  await trx
    .updateTable('review')
    .set(what === 'show' ? { ...act, is_shown: 1 } : { ...act, is_shown: 0, reason })
    .where('id', '=', id)
    .execute()
}
