import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { personal } from '#pages/api/_personal.ts'
import { type Asked, onlyMethods, reply } from '#pages/api/_reply.ts'
import { removeWishById } from './_remove.ts'

/** GET /api/mylist: one's own wishlist (S-170). */
export async function GET(asked: Asked): Promise<Response> {
  return personal(asked, async (user) => reply(await readWishlist(asked.locals.db, user.id)))
}

/** DELETE /api/mylist {_id} (S-171). */
export async function DELETE(asked: Asked): Promise<Response> {
  return removeWishById(asked, undefined)
}

export const ALL = onlyMethods('GET, HEAD, DELETE')
