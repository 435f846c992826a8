import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { act } from '#pages/api/_action.ts'
import { answerOutcome } from '#pages/api/_personal.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { cartNow } from '#pages/api/_shopping.ts'

/** POST /api/mylist/add: `status` false says that it is there already (S-169, S-188, S-189). */
export async function POST(asked: Asked): Promise<Response> {
  const { db } = asked.locals
  return act(asked, 'mylist', async ({ shopper, action, key, next }) => {
    const outcome = await performAction(db, shopper, action, key)
    return answerOutcome(asked, outcome, next, async () => ({
      mylist: await readWishlist(db, shopper),
      ...('cartid' in action.request && (await cartNow(asked, shopper))),
    }))
  })
}
