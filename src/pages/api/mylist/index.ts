import { removeWish } from '#lib/server/shopper/wishlist/change-wishlist.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { answerRemoval } from '#pages/api/_action.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { shopping } from '#pages/api/_shopper.ts'

/** GET /api/mylist: the shopper's own wishlist (S-170). */
export async function GET(context: Context): Promise<Response> {
  return shopping(context, async (shopper) => reply(await readWishlist(context.locals.db, shopper)))
}

/** DELETE /api/mylist {_id}, or /api/mylist/{id}: removes an entry (S-171). */
export async function DELETE(context: Context): Promise<Response> {
  return answerRemoval(context, 'mylist', {
    run: (trx, { id }, wish) => removeWish(trx, id, wish.id),
    now: async (shopper) => ({ mylist: await readWishlist(context.locals.db, shopper) }),
  })
}
