import { type Asked } from '#pages/api/_reply.ts'
import { answerCart, shopping } from '#pages/api/_shopping.ts'
import { removeById } from './_remove.ts'

/** GET /api/cart: one's own cart with the prices of this moment (S-172). */
export async function GET(asked: Asked): Promise<Response> {
  return shopping(asked, (shopper) => answerCart(asked, shopper))
}

/** DELETE /api/cart {_id} (S-175). */
export async function DELETE(asked: Asked): Promise<Response> {
  return removeById(asked, undefined)
}
