import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { answerOutcome, cartNow } from '#pages/api/_outcome.ts'
import { answerAction } from '#pages/api/_write.ts'
import { type Context } from '#pages/api/_reply.ts'

/** POST /api/cart/add: {status, msg, cart} (S-173, S-195, S-196; docs/cart.md). */
export async function POST(context: Context): Promise<Response> {
  return answerAction(context, 'cart', async ({ shopper, action, key, next }) => {
    const outcome = await performAction(context.locals.db, shopper, action, key)
    return answerOutcome(context, outcome, next, () => cartNow(context, shopper))
  })
}
