import type { Db } from '#lib/server/database/schema.ts'
import { TAKEN_BACK } from '#lib/checkout/order.ts'

/** A product that a shopper has bought, and the label of the choice bought last ('' if there was nothing to choose). */
type Bought = { id: string; label: string }

/** Most choices of one product that one shopper is assumed to have bought. */
const MAX_KINDS = 4

/** The products that a shopper has bought and kept, the last bought first, then the most often bought. */
export async function listBought(db: Db, userId: string, limit: number): Promise<Bought[]> {
  if (userId === '') return []
  const rows = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select(['order_item.product_id as id', 'order_item.choice_label as label'])
    .where('orders.user_id', '=', userId)
    .where('orders.status', 'not in', TAKEN_BACK)
    .groupBy(['order_item.product_id', 'order_item.choice_label'])
    .orderBy((eb) => eb.fn.max('orders.created_at'), 'desc')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('order_item.product_id')
    .orderBy('order_item.choice_label')
    .limit(limit * MAX_KINDS)
    .execute()
  const last = new Map(rows.toReversed().map((row) => [row.id, row]))
  return rows.filter((row) => last.get(row.id) === row).slice(0, limit)
}
