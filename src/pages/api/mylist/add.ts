import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { act } from '#pages/api/_action.ts'
import { answerOutcome, cartNow } from '#pages/api/_personal.ts'
import { type Asked, onlyMethods } from '#pages/api/_reply.ts'

/** POST /api/mylist/add: `status` false says that it is there already (S-169, S-188, S-189). */
export async function POST(asked: Asked): Promise<Response> {
  const { db } = asked.locals
  return act(asked, 'mylist', async ({ user, action, key, next }) => {
    const outcome = await performAction(db, user, action, key)
    return answerOutcome(asked, outcome, next, async () => ({
      mylist: await readWishlist(db, user.id),
      ...('cartid' in action.request && (await cartNow(asked, user.id))),
    }))
  })
}

export const ALL = onlyMethods('POST')
