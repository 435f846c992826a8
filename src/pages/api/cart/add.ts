import { performAction } from '#lib/server/shopper/shopper-actions.ts'
import { act } from '#pages/api/_action.ts'
import { answerOutcome } from '#pages/api/_personal.ts'
import { type Asked } from '#pages/api/_reply.ts'
import { cartNow } from '#pages/api/_shopping.ts'

/** POST /api/cart/add: {status, msg, cart} (S-173, S-195, S-196; docs/cart.md). */
export async function POST(asked: Asked): Promise<Response> {
  return act(asked, 'cart', async ({ shopper, action, key, next }) => {
    const outcome = await performAction(asked.locals.db, shopper, action, key)
    return answerOutcome(asked, outcome, next, () => cartNow(asked, shopper))
  })
}
