import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { type Asked, reply } from '#pages/api/_reply.ts'
import { shopping } from '#pages/api/_shopping.ts'
import { removeWishById } from './_remove.ts'

/** GET /api/mylist: one's own wishlist (S-170). */
export async function GET(asked: Asked): Promise<Response> {
  return shopping(asked, async (shopper) => reply(await readWishlist(asked.locals.db, shopper)))
}

/** DELETE /api/mylist {_id} (S-171). */
export async function DELETE(asked: Asked): Promise<Response> {
  return removeWishById(asked, undefined)
}
