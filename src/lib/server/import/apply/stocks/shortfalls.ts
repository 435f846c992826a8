import type { Trx } from '#lib/server/database/schema.ts'
import { deallocate, allocateMore } from '#lib/server/orders/allocation.ts'

/** By how many units more (or, if negative, fewer) are missing for buyers of a product or pack after a list. */
export type Shortfall = { productId: string; label: string; missing: number }

/** Gives buyers units that a list found, or notes them as missing, and records that with the import. */
export async function applyShortfalls(
  trx: Trx,
  importId: number,
  shortfalls: readonly Shortfall[],
): Promise<void> {
  for (const one of shortfalls) await applyShortfall(trx, one)
  await recordShortfalls(trx, importId, shortfalls)
}

/** Records with an import or undo what it found missing, so that it can be taken back exactly. */
export async function recordShortfalls(
  trx: Trx,
  importId: number,
  shortfalls: readonly Shortfall[],
): Promise<void> {
  for (const { productId, label, missing } of shortfalls) {
    const row = { import_id: importId, product_id: productId, pack_label: label }
    await trx
      .insertInto('import_stock')
      .values({ ...row, stamp: 0, units: 0, missing })
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'product_id', 'pack_label']).doUpdateSet({ missing }),
      )
      .execute()
  }
}

/**
 * Takes back the shortfalls that an import recorded for these products.
 * @returns what that changed
 */
export async function revertShortfalls(
  trx: Trx,
  importId: number,
  productIds: string[],
): Promise<Shortfall[]> {
  if (productIds.length === 0) return []
  const rows = await trx
    .selectFrom('import_stock')
    .select(['product_id', 'pack_label', 'missing'])
    .where('import_id', '=', importId)
    .where('product_id', 'in', productIds)
    .where('missing', '<>', 0)
    .orderBy('product_id')
    .orderBy('pack_label')
    .execute()
  // Set to 0, so that it happens only once, however many parts of the import are taken back.
  await trx
    .updateTable('import_stock')
    .set({ missing: 0 })
    .where('import_id', '=', importId)
    .where('product_id', 'in', productIds)
    .execute()
  const shortfalls = rows.map((row) => ({
    ...{ productId: row.product_id, label: row.pack_label, missing: -row.missing },
  }))
  for (const one of shortfalls) await applyShortfall(trx, one)
  return shortfalls
}

async function applyShortfall(trx: Trx, { productId, label, missing }: Shortfall) {
  if (missing > 0) await deallocate(trx, productId, label, missing)
  else await allocateMore(trx, productId, label, -missing)
}
