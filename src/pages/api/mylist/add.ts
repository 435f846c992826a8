import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerAction } from '#pages/api/_write.ts'

/**
 * POST /api/mylist/add: adds a product; `status` false means that it was there already (S-169,
 * S-188, S-189).
 */
export async function POST(context: Context): Promise<Response> {
  const { body, db } = context.locals
  return answerAction(context, 'mylist', {
    now: async (shopper) => ({
      mylist: await readWishlist(db, shopper),
      ...(body?.['cartid'] !== undefined && (await cartNow(db, shopper))),
    }),
  })
}
