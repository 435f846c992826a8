import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { shopping } from '#pages/api/_shopper.ts'
import { removeWishById } from './_remove.ts'

/** GET /api/mylist: one's own wishlist (S-170). */
export async function GET(context: Context): Promise<Response> {
  return shopping(context, async (shopper) => reply(await readWishlist(context.locals.db, shopper)))
}

/** DELETE /api/mylist {_id} (S-171). */
export async function DELETE(context: Context): Promise<Response> {
  return removeWishById(context, undefined)
}
