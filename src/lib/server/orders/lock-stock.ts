import type { Trx } from '#lib/server/database/schema.ts'

/** A product or pack with a stock of its own; `packLabel` is null if the product's stock counts. */
export type Stocked = { productId: string; packLabel: string | null }

/**
 * Locks the stock of these units. It must be locked before their holds, as counts and imports do, so that no
 * two transactions each wait for the other.
 */
export async function lockStock(trx: Trx, units: readonly Stocked[]): Promise<void> {
  for (const { productId, packLabel } of inLockOrder(units)) {
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

/** Locks the stock of what an attempt holds or has sold. */
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
 * Sorts units in the order in which they are locked: products by id, then packs, as imports do. So no two
 * transactions each hold what the other waits for.
 */
export function inLockOrder<Unit extends Stocked>(units: readonly Unit[]): Unit[] {
  const keyOf = ({ productId, packLabel }: Stocked) =>
    packLabel === null ? `0 ${productId}` : `1 ${productId} ${packLabel}`
  return units.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}
