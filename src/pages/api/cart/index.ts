import { type Context } from '#pages/api/_reply.ts'
import { answerCart } from '#pages/api/_outcome.ts'
import { shopping } from '#pages/api/_shopper.ts'
import { removeById } from './_remove.ts'

/** GET /api/cart: one's own cart with the prices of this moment (S-172). */
export async function GET(context: Context): Promise<Response> {
  return shopping(context, (shopper) => answerCart(context, shopper))
}

/** DELETE /api/cart {_id} (S-175). */
export async function DELETE(context: Context): Promise<Response> {
  return removeById(context, undefined)
}
