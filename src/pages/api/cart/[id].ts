import { changeQuantity } from '#lib/server/shopper/cart/change-line.ts'
import { changeSchema } from '#lib/server/shopper/cart/requests.ts'
import { perform } from '#lib/server/shopper/shopper-actions.ts'
import { answerOutcome, malformed } from '#pages/api/_personal.ts'
import { type Asked, notFound } from '#pages/api/_reply.ts'
import { cartNow, shoppingWrite } from '#pages/api/_shopping.ts'
import { removeById } from './_remove.ts'

const NEXT = { done: '/cart', refused: '/cart' }

/** PUT /api/cart/{id} {quantity, was?}: all else that may be sent is ignored (S-174, T06). */
export async function PUT(asked: Asked): Promise<Response> {
  const { id } = asked.params
  return shoppingWrite(asked, NEXT, async (shopper, key) => {
    const parsed = changeSchema.safeParse(asked.locals.body ?? {})
    if (!parsed.success || !id) return malformed(asked, 'quantity', NEXT)
    const { quantity, was } = parsed.data
    const change = { id, quantity, was }
    const request = { shopper, key, route: 'PUT /api/cart', body: change }
    const outcome = await perform(asked.locals.db, request, (trx) =>
      changeQuantity(trx, shopper.id, change),
    )
    return answerOutcome(asked, outcome, NEXT, () => cartNow(asked, shopper))
  })
}

/** DELETE /api/cart/{id} (S-175). */
export async function DELETE(asked: Asked): Promise<Response> {
  const { id } = asked.params
  return id ? removeById(asked, id) : notFound()
}
