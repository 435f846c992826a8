import { cartNow } from '#lib/server/shopper/cart/read-cart.ts'
import { parseChange } from '#lib/server/shopper/shopper-actions.ts'
import type { Context } from '#pages/api/_reply.ts'
import { answerWrite } from '#pages/api/_write.ts'

export { DELETE } from './index.ts'

/**
 * PUT /api/cart/{id} {quantity, was?}: changes a quantity; other fields are ignored (S-174, T06).
 */
export async function PUT(context: Context): Promise<Response> {
  const { locals, params } = context
  return answerWrite(context, {
    parsed: parseChange(params['id'], locals.body ?? {}),
    next: { done: '/cart', refused: '/cart' },
    now: (shopper) => cartNow(locals.db, shopper),
  })
}
