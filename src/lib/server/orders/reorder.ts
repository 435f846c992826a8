import * as z from 'zod/mini'
import type { Result } from '#lib/result.ts'
import { addAsMany } from '#lib/server/shopper/cart/change-cart.ts'
import { readChoice } from '#lib/server/shopper/cart/sold-product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { once } from '#lib/server/shopper/idempotency.ts'

/**
 * How many lines were added whole (`added`), in part (`fewer`) or not at all (`missing`); `full` of the
 * missing were in the cart already.
 */
const reorderedSchema = z.object({
  added: z.int(),
  missing: z.int(),
  // Answers stored by older versions lack these two.
  fewer: z._default(z.int(), 0),
  full: z._default(z.int(), 0),
})
export type Reordered = z.infer<typeof reorderedSchema>

/** Puts what a shopper's own order had into the cart again, as far as it can be bought now; once per key. */
export async function reorder(
  db: Db,
  { userId, orderId, key }: { userId: string; orderId: string; key: string | undefined },
): Promise<Result<Reordered, 'unknown' | 'keyTaken'>> {
  const lines = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select(['order_item.product_id', 'order_item.choice', 'order_item.quantity'])
    .where('orders.id', '=', orderId)
    .where('orders.user_id', '=', userId)
    .where('order_item.replaces', 'is', null)
    .orderBy('order_item.position')
    .execute()
  if (lines.length === 0) return { ok: false, error: 'unknown' }
  const request = { userId, key, route: 'POST /api/orders/reorder', body: orderId }
  return once(db, request, reorderedSchema, async (trx) => {
    const counts = { all: 0, fewer: 0, full: 0, none: 0 }
    // A line that is sold out is refused before anything is written, so it does not affect the others.
    for (const { product_id: productId, choice, quantity } of lines) {
      counts[await addAsMany(trx, userId, { productId, choice: readChoice(choice), quantity })]++
    }
    const { all: added, fewer, full, none } = counts
    return { added, fewer, full, missing: full + none }
  })
}
