import type { Db, Trx } from '#lib/server/database/schema.ts'
import { unindexed } from '#lib/server/database/unindexed.ts'
import { TAKEN_BACK } from '#lib/checkout/order.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/**
 * Whether the customer has bought the product ('verified purchase'): in an order that was paid online or
 * delivered, and not taken back. An undelivered cash order does not count, as it costs nothing.
 */
export async function hasBought(db: Db, userId: string, productId: string): Promise<boolean> {
  const found = await db
    // From the customer's orders to their lines.
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .select('order_id')
    .where(unindexed('product_id'), '=', productId)
    .where('user_id', '=', userId)
    .where('status', 'not in', TAKEN_BACK)
    .where((eb) => eb.or([eb('status', '=', 'delivered'), eb('payment_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Updates 'verified purchase' on the customer's reviews of an order's products, once it is delivered or taken
 * back, or the delivery is undone. A job updates the pages, as with stock: nothing waits for the catalogue while an
 * order is locked.
 */
export async function verifyReviews(trx: Trx, userId: string, orderId: string): Promise<void> {
  const reviews = await trx
    .selectFrom('review')
    .select(['id', 'product_id', 'is_verified'])
    .where('user_id', '=', userId)
    .where('product_id', 'in', (eb) =>
      eb.selectFrom('order_item').select('product_id').where('order_id', '=', orderId),
    )
    .orderBy('id')
    .execute()
  const reviewed: string[] = []
  for (const { id, product_id: productId, is_verified: was } of reviews) {
    const isVerified = Number(await hasBought(trx, userId, productId))
    if (isVerified === was) continue
    await trx.updateTable('review').set({ is_verified: isVerified }).where('id', '=', id).execute()
    reviewed.push(productId)
  }
  if (reviewed.length > 0) await queueJob(trx, 'stock', { changed: [], turned: [], reviewed })
}
