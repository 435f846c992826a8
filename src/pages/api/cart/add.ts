import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerAction } from '#pages/api/_write.ts'

/**
 * POST /api/cart/add: adds to the cart; answers {status, msg, cart} (S-173, S-195, S-196;
 * docs/cart.md).
 */
export async function POST(context: Context): Promise<Response> {
  return answerAction(context, 'cart', { now: (shopper) => cartNow(context.locals.db, shopper) })
}
