import type { Db } from '#lib/server/database/schema.ts'
import { TAKEN_BACK } from './statuses.ts'

/** Of what somebody has bought and kept the products, what was bought last and most often first. */
export async function listBought(db: Db, userId: string, limit: number): Promise<string[]> {
  if (userId === '') return []
  const rows = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select('order_item.product_id as id')
    .where('orders.user_id', '=', userId)
    .where('orders.status', 'not in', TAKEN_BACK)
    .groupBy('order_item.product_id')
    .orderBy((eb) => eb.fn.max('orders.created_at'), 'desc')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('order_item.product_id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
