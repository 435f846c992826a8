import { removeLine } from '#lib/server/shopper/cart/change-line.ts'
import { removalSchema } from '#lib/server/shopper/cart/requests.ts'
import { perform } from '#lib/server/shopper/shopper-actions.ts'
import type { Asked } from '#pages/api/_reply.ts'
import { answerOutcome, malformed } from '#pages/api/_personal.ts'
import { cartNow, shoppingWrite } from '#pages/api/_shopping.ts'

const NEXT = { done: '/cart', refused: '/cart' }

/** Takes a line out of one's own cart; its id stands in the address, or in the body as `_id`. */
export function removeById(asked: Asked, given: string | undefined): Promise<Response> {
  return shoppingWrite(asked, NEXT, async (shopper, key) => {
    const parsed = removalSchema.safeParse(asked.locals.body ?? {})
    const id = given ?? parsed.data?._id
    if (!parsed.success || id === undefined) return malformed(asked, '_id', NEXT)
    const line = { id, was: parsed.data.was }
    const request = { shopper, key, route: 'DELETE /api/cart', body: line }
    const outcome = await perform(asked.locals.db, request, (trx) =>
      removeLine(trx, shopper.id, line),
    )
    return answerOutcome(asked, outcome, NEXT, () => cartNow(asked, shopper))
  })
}
