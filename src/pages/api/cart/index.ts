import { REVISION_HEADER } from '#lib/cart/cart.ts'
import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { parseRemoval } from '#lib/server/shopper/shopper-actions.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { answerWrite, shopping } from '#pages/api/_write.ts'

/**
 * GET /api/cart: the shopper's own cart as a bare array (S-172), its revision in a header
 * (docs/cart.md).
 */
export async function GET(context: Context): Promise<Response> {
  return shopping(context, async (shopper) => {
    const { cart, revision } = await cartNow(context.locals.db, shopper)
    return reply(cart, 200, { [REVISION_HEADER]: String(revision) })
  })
}

/** DELETE /api/cart {_id}, or /api/cart/{id}: removes a line (S-175). */
export async function DELETE(context: Context): Promise<Response> {
  const { locals, params } = context
  return answerWrite(context, {
    parsed: parseRemoval('cart', params['id'], locals.body ?? {}),
    next: { done: '/cart', refused: '/cart' },
    now: (shopper) => cartNow(locals.db, shopper),
  })
}
