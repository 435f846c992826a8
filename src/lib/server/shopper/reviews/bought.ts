import type { Db } from '#lib/server/database/schema.ts'
import { TAKEN_BACK } from '#lib/checkout/order.ts'

/** Whether an order of the customer holds the product, and was not taken back: 'verified purchase'. */
export async function hasBought(db: Db, userId: string, productId: string): Promise<boolean> {
  const found = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select('order_id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('status', 'not in', TAKEN_BACK)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
