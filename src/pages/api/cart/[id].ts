import { changeQuantity } from '#lib/server/shopper/cart/change-line.ts'
import { changeSchema } from '#lib/server/shopper/cart/requests.ts'
import { perform } from '#lib/server/shopper/shopper-actions.ts'
import { answerOutcome, cartNow, malformed } from '#pages/api/_outcome.ts'
import { shoppingWrite } from '#pages/api/_write.ts'
import { type Context, notFound } from '#pages/api/_reply.ts'
import { removeById } from './_remove.ts'

const NEXT = { done: '/cart', refused: '/cart' }

/** PUT /api/cart/{id} {quantity, was?}: all else that may be sent is ignored (S-174, T06). */
export async function PUT(context: Context): Promise<Response> {
  const { id } = context.params
  return shoppingWrite(context, NEXT, async (shopper, key) => {
    const parsed = changeSchema.safeParse(context.locals.body ?? {})
    if (!parsed.success || !id) return malformed(context, 'quantity', NEXT)
    const { quantity, was } = parsed.data
    const change = { id, quantity, was }
    const request = { shopper, key, route: 'PUT /api/cart', body: change }
    const outcome = await perform(context.locals.db, request, (trx) =>
      changeQuantity(trx, shopper.id, change),
    )
    return answerOutcome(context, outcome, NEXT, () => cartNow(context, shopper))
  })
}

/** DELETE /api/cart/{id} (S-175). */
export async function DELETE(context: Context): Promise<Response> {
  const { id } = context.params
  return id ? removeById(context, id) : notFound()
}
