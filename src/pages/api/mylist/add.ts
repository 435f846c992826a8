import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { answerOutcome, cartNow } from '#pages/api/_outcome.ts'
import { answerAction } from '#pages/api/_write.ts'
import { type Context } from '#pages/api/_reply.ts'

/** POST /api/mylist/add: `status` false says that it is there already (S-169, S-188, S-189). */
export async function POST(context: Context): Promise<Response> {
  const { db } = context.locals
  return answerAction(context, 'mylist', async ({ shopper, action, key, next }) => {
    const outcome = await performAction(db, shopper, action, key)
    return answerOutcome(context, outcome, next, async () => ({
      mylist: await readWishlist(db, shopper),
      ...('cartid' in action.request && (await cartNow(context, shopper))),
    }))
  })
}
