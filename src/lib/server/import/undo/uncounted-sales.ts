import { sql } from 'kysely'
import type { Db } from '#lib/server/database/schema.ts'
import { matchPacks } from '#lib/server/import/apply/pack-renames.ts'
import type { StoredProduct } from '#lib/server/import/apply/product-merge.ts'
import { shelfSlots } from './undo-packs.ts'

/** Units of a product, or of its pack with this label, taken since an import and not given back. */
type Taken = (productId: string, label: string) => number

/** Loads what was taken of these products since an import, counted or not. */
export async function takenSince(db: Db, id: number, productIds: string[]): Promise<Taken> {
  if (productIds.length === 0) return () => 0
  const rows = await db
    .selectFrom('stock_movement')
    .innerJoin('catalogue_import', (join) => join.on('catalogue_import.id', '=', id))
    .select(['product_id', 'pack_label'])
    .select(
      sql<number>`sum(case stock_movement.kind when 'hold' then quantity when 'sale' then 0
        else -quantity end)`.as('units'),
    )
    .whereRef('stock_movement.created_at', '>=', 'catalogue_import.created_at')
    .where('product_id', 'in', productIds)
    .groupBy(['product_id', 'pack_label'])
    .execute()
  const found = new Map(
    rows.map((row) => [`${row.product_id}\n${row.pack_label ?? ''}`, Number(row.units)]),
  )
  return (productId, label) => found.get(`${productId}\n${label}`) ?? 0
}

/**
 * Takes off a number that an undo brings back what was sold while nobody counted: no stock went down by it (I3). If
 * more was sold than there was, or nobody can tell of which pack, the stock stays uncounted.
 */
export function withoutSold(
  known: StoredProduct,
  back: StoredProduct,
  taken: (label: string) => number,
): { product: StoredProduct; isBegun: boolean; isShort: boolean } {
  const were = matchPacks(shelfSlots(known), shelfSlots(back))
  // Other packs are other goods; but packs in place of none, or none in place of packs, are the same ones.
  const isRegrouped = known.packs.length > 0 !== back.packs.length > 0
  let isBegun = false
  let isShort = false
  const left = (label: string, stock: number | null): number | null => {
    const was = were.get(label)
    const from = was ? [was] : isRegrouped ? shelfSlots(known) : []
    const uncounted = from.filter((slot) => slot.stock === null)
    if (stock === null || uncounted.length === 0) return stock
    isBegun = true
    const units = uncounted.reduce((sum, slot) => sum + taken(slot.label), 0)
    const rest = was || units === 0 ? stock - units : -1
    isShort ||= rest < 0
    return rest < 0 ? null : rest
  }
  const product =
    back.packs.length > 0
      ? {
          ...back,
          packs: back.packs.map((pack) => ({ ...pack, stock: left(pack.label, pack.stock) })),
        }
      : { ...back, stock: left('', back.stock) }
  return { product, isBegun, isShort }
}
