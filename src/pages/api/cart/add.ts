import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerAction } from '#pages/api/_write.ts'

/**
 * POST /api/cart/add: adds to the cart; answers {status, msg, cart}, and with `mylistid` also
 * {mylist} (S-173, S-195, S-196; docs/cart.md).
 */
export async function POST(context: Context): Promise<Response> {
  const { body, db } = context.locals
  return answerAction(context, 'cart', {
    now: async (shopper) => ({
      ...(await cartNow(db, shopper)),
      ...(body?.['mylistid'] !== undefined && { mylist: await readWishlist(db, shopper) }),
    }),
  })
}
