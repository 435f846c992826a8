import type { Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'

/** Units that a count did not find, and that are held. */
export type Missing = { productId: string; label: string; units: number }

/** Takes what a count did not find from those who hold it: it must not come back. */
export async function noteMissing(
  trx: Transaction<Database>,
  { productId, label, units }: Missing,
): Promise<void> {
  const holds = await trx
    .selectFrom('stock_hold')
    .select(['attempt_id', 'position', 'quantity', 'missing'])
    .where('product_id', '=', productId)
    .where('pack_label', label === '' ? 'is' : '=', label === '' ? null : label)
    .where('state', '=', 'held')
    .orderBy('attempt_id')
    .execute()
  let left = units
  for (const { attempt_id, position, quantity, missing } of holds) {
    const some = Math.min(left, quantity - missing)
    if (some <= 0) continue
    left -= some
    await trx
      .updateTable('stock_hold')
      .set({ missing: missing + some })
      .where('attempt_id', '=', attempt_id)
      .where('position', '=', position)
      .execute()
  }
}
