import { changeQuantity } from '#lib/server/shopper/cart/change-cart.ts'
import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { changeSchema } from '#lib/server/shopper/requests.ts'
import { performOnce } from '#lib/server/shopper/shopper-actions.ts'
import { answerOutcome, malformed } from '#pages/api/_outcome.ts'
import type { Context } from '#pages/api/_reply.ts'
import { shoppingWrite } from '#pages/api/_shopper.ts'

export { DELETE } from './index.ts'

const NEXT = { done: '/cart', refused: '/cart' }

/**
 * PUT /api/cart/{id} {quantity, was?}: changes a quantity; other fields are ignored (S-174, T06).
 */
export async function PUT(context: Context): Promise<Response> {
  const { id } = context.params
  const { db } = context.locals
  return shoppingWrite(context, NEXT, async (shopper, key) => {
    const parsed = changeSchema.safeParse(context.locals.body ?? {})
    if (!parsed.success || !id) return malformed(context, 'quantity', NEXT)
    const { quantity, was } = parsed.data
    const change = { id, quantity, was }
    const request = { shopper, key, route: 'PUT /api/cart', body: change }
    const outcome = await performOnce(db, request, (trx) => changeQuantity(trx, shopper.id, change))
    return answerOutcome(context, outcome, NEXT, () => cartNow(db, shopper))
  })
}
