import { removeLine } from '#lib/server/shopper/cart/change-line.ts'
import { removalSchema } from '#lib/server/shopper/cart/requests.ts'
import { perform } from '#lib/server/shopper/shopper-actions.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerOutcome, cartNow, malformed } from '#pages/api/_outcome.ts'
import { shoppingWrite } from '#pages/api/_write.ts'

const NEXT = { done: '/cart', refused: '/cart' }

/** Takes a line out of one's own cart; its id stands in the address, or in the body as `_id`. */
export function removeById(context: Context, given: string | undefined): Promise<Response> {
  return shoppingWrite(context, NEXT, async (shopper, key) => {
    const parsed = removalSchema.safeParse(context.locals.body ?? {})
    const id = given ?? parsed.data?._id
    if (!parsed.success || id === undefined) return malformed(context, '_id', NEXT)
    const line = { id, was: parsed.data.was }
    const request = { shopper, key, route: 'DELETE /api/cart', body: line }
    const outcome = await perform(context.locals.db, request, (trx) =>
      removeLine(trx, shopper.id, line),
    )
    return answerOutcome(context, outcome, NEXT, () => cartNow(context, shopper))
  })
}
