import type { Kysely } from 'kysely'
import { addToCart } from '../cart/add-to-cart.ts'
import { readChoice } from '../cart/choice.ts'
import { inTransaction } from '../database/database.ts'
import type { Database } from '../database/schema.ts'

/** Puts what an own order had into the cart again, as far as it can be bought now. */
export async function reorder(
  db: Kysely<Database>,
  userId: string,
  orderId: string,
): Promise<{ added: number; missing: number } | undefined> {
  const lines = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select(['order_item.product_id', 'order_item.choice', 'order_item.quantity'])
    .where('orders.id', '=', orderId)
    .where('orders.user_id', '=', userId)
    .orderBy('order_item.position')
    .execute()
  if (lines.length === 0) return undefined
  let added = 0
  for (const { product_id: productId, choice, quantity } of lines) {
    // Each line for itself: one that is sold out keeps none of the others away.
    await inTransaction(db, async (trx) => {
      const wanted = { productId, choice: readChoice(choice), quantity }
      const { code } = await addToCart(trx, userId, wanted)
      if (code !== 200) return { ok: false, error: 'refused' }
      added++
      return { ok: true, value: undefined }
    })
  }
  return { added, missing: lines.length - added }
}
