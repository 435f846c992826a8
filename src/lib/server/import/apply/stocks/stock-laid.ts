import type { Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { layFewer, layMore } from '#lib/server/orders/promised.ts'

/** By how many units more, or fewer, is missing of what is promised of a product or pack after a list. */
export type Laid = { productId: string; label: string; missing: number }

/** Has buyers get what a list found, or lack what it did not, and notes it with the import. */
export async function lay(
  trx: Transaction<Database>,
  importId: number,
  laid: readonly Laid[],
): Promise<void> {
  for (const one of laid) await layOne(trx, one)
  await noteLaid(trx, importId, laid)
}

/** Notes with an import, or an undo, what it laid: taking that back is exact. */
export async function noteLaid(
  trx: Transaction<Database>,
  importId: number,
  laid: readonly Laid[],
): Promise<void> {
  for (const { productId, label, missing } of laid) {
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

/** What an import noted so of these products counts no more. @returns what that changed */
export async function layBack(
  trx: Transaction<Database>,
  importId: number,
  productIds: string[],
): Promise<Laid[]> {
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
  // Once, however many parts of the import are taken back one after the other.
  await trx
    .updateTable('import_stock')
    .set({ missing: 0 })
    .where('import_id', '=', importId)
    .where('product_id', 'in', productIds)
    .execute()
  const laid = rows.map((row) => ({
    ...{ productId: row.product_id, label: row.pack_label, missing: -row.missing },
  }))
  for (const one of laid) await layOne(trx, one)
  return laid
}

async function layOne(trx: Transaction<Database>, { productId, label, missing }: Laid) {
  if (missing > 0) await layFewer(trx, productId, label, missing)
  else await layMore(trx, productId, label, -missing)
}
