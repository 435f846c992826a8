import type { Trx } from '#lib/server/database/schema.ts'

/** What has a stock; `packLabel` is null where the product's own counts. */
export type Stocked = { productId: string; packLabel: string | null }

/**
 * Has others wait for the shelf of these units, before their holds: so do counts and lists, and none of
 * them ever has what the other waits for.
 */
export async function lockStock(trx: Trx, units: readonly Stocked[]): Promise<void> {
  for (const { productId, packLabel } of inOrder(units)) {
    if (packLabel === null) {
      await trx
        .updateTable('product')
        .set((eb) => ({ stock: eb.ref('stock') }))
        .where('id', '=', productId)
        .execute()
      continue
    }
    await trx
      .updateTable('pack')
      .set((eb) => ({ stock: eb.ref('stock') }))
      .where('product_id', '=', productId)
      .where('label', '=', packLabel)
      .execute()
  }
}

/** Locks the shelf of what an attempt holds, or has sold. */
export async function lockStockOf(trx: Trx, attemptId: string, state: 'held' | 'sold') {
  const units = await trx
    .selectFrom('stock_hold')
    .select(['product_id as productId', 'pack_label as packLabel'])
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .execute()
  await lockStock(trx, units)
}

/**
 * So that two attempts never each hold what the other waits for: products by their ids, then packs, as
 * imports lock them.
 */
export function inOrder<Unit extends Stocked>(units: readonly Unit[]): Unit[] {
  const keyOf = ({ productId, packLabel }: Stocked) =>
    packLabel === null ? `0 ${productId}` : `1 ${productId} ${packLabel}`
  return units.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}
