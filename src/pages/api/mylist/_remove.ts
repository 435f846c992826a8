import { removalSchema } from '#lib/server/shopper/cart/requests.ts'
import { perform } from '#lib/server/shopper/shopper-actions.ts'
import { removeWish } from '#lib/server/shopper/wishlist/change-wishlist.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { answerOutcome, malformed } from '#pages/api/_outcome.ts'
import { shoppingWrite } from '#pages/api/_write.ts'
import type { Context } from '#pages/api/_reply.ts'

const NEXT = { done: '/mylist', refused: '/mylist' }

/** Takes an entry off one's own wishlist; its id stands in the address, or in the body as `_id`. */
export function removeWishById(context: Context, given: string | undefined): Promise<Response> {
  const { db } = context.locals
  return shoppingWrite(context, NEXT, async (shopper, key) => {
    const parsed = removalSchema.safeParse(context.locals.body ?? {})
    const id = given ?? parsed.data?._id
    if (!parsed.success || id === undefined) return malformed(context, '_id', NEXT)
    const request = { shopper, key, route: 'DELETE /api/mylist', body: { id } }
    const outcome = await perform(db, request, (trx) => removeWish(trx, shopper.id, id))
    return answerOutcome(context, outcome, NEXT, async () => ({
      mylist: await readWishlist(db, shopper),
    }))
  })
}
