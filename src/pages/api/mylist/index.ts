import { parseRemoval } from '#lib/server/shopper/shopper-actions.ts'
import { readWishlist } from '#lib/server/shopper/wishlist/read-wishlist.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { answerWrite, shopping } from '#pages/api/_write.ts'

/** GET /api/mylist: the shopper's own wishlist (S-170). */
export async function GET(context: Context): Promise<Response> {
  return shopping(context, async (shopper) => reply(await readWishlist(context.locals.db, shopper)))
}

/** DELETE /api/mylist {_id}, or /api/mylist/{id}: removes an entry (S-171). */
export async function DELETE(context: Context): Promise<Response> {
  const { locals, params } = context
  return answerWrite(context, {
    parsed: parseRemoval('mylist', params['id'], locals.body ?? {}),
    next: { done: '/mylist', refused: '/mylist' },
    now: async (shopper) => ({ mylist: await readWishlist(locals.db, shopper) }),
  })
}
