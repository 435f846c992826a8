import { isReviewId, reviewsPath, verdictSchema } from '#lib/desk/reviews.ts'
import { moderateReview } from '#lib/server/desk/reviews/moderate.ts'
import { deskReviewTexts } from '#lib/texts/page/desk-reviews.ts'
import { notFound } from '#pages/api/_reply.ts'
import { nextAtDesk } from '#pages/api/desk/_counter.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** POST /api/desk/reviews/{id} {what, reason, seen}: takes a review down, or shows it again. */
export const POST = forEditors(async (context) => {
  const { locals, params, user } = context
  const { id } = params
  const { next: _, ...input } = locals.body ?? {}
  const path = nextAtDesk(context, reviewsPath)
  const parsed = verdictSchema.safeParse(input)
  if (!isReviewId(id)) return notFound()
  if (!parsed.success)
    return replyAtDesk(context, { msg: deskReviewTexts.malformed, path, status: 400 })
  const done = await moderateReview(locals.db, user, id, parsed.data)
  if (done.ok) {
    const { product, isDone } = done.value
    const words = isDone ? deskReviewTexts.done : deskReviewTexts.already
    return replyAtDesk(context, { msg: words[parsed.data.what](product), path })
  }
  return done.error === 'unknown'
    ? notFound()
    : replyAtDesk(context, { msg: deskReviewTexts.edited, path, status: 409 })
})
