import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'

/** Stocks that an undo restored: all of a product, or of the packs with these labels. */
export type CountsBack = { productId: string; labels?: readonly string[] }
type Undo = { id: number; undoes: number | null }

/** Rows per statement: SQLite allows at most 32,766 values in one. */
const BATCH = 2000

/**
 * Takes units that an undo takes back out of the figures of the list, so that the list can be imported again; an
 * undo of the undo puts them back. The undo itself records by how much it changed them.
 * @param back the restored stocks; undefined for everything the import counted
 */
export async function turnCounts(
  trx: Trx,
  { of, by }: { of: Undo; by: number },
  back: readonly CountsBack[] | undefined,
): Promise<void> {
  const { root, isTakenBack } = await rootOf(trx, of)
  const isBack = back && finder(back)
  const found = await trx
    .selectFrom('import_stock as own')
    .innerJoin('import_stock as list', (join) =>
      join
        .onRef('list.product_id', '=', 'own.product_id')
        .onRef('list.pack_label', '=', 'own.pack_label')
        .on('list.import_id', '=', root),
    )
    .select(['own.product_id', 'own.pack_label', 'own.units', 'list.units as counted', 'own.stamp'])
    .where('own.import_id', '=', of.id)
    .where('own.units', '<>', 0)
    .execute()
  const rows = found.flatMap(({ units, counted, ...row }) => {
    // Another undo, of a part, may have done so before.
    const isTurned = isTakenBack === (counted === 0)
    if (isTurned || isBack?.(row.product_id, row.pack_label) === false) return []
    return { ...row, import_id: by, units: isTakenBack ? -counted : -units }
  })
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('import_stock')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'product_id', 'pack_label']).doUpdateSet((eb) => ({
          stamp: eb.ref('excluded.stamp'),
          units: eb.ref('excluded.units'),
        })),
      )
      .execute()
  }
  if (rows.length > 0) await addTo(trx, root, by)
}

/**
 * Follows undos of undos down to the original list.
 * @returns its number, and whether undoing `of` takes the list back (or else restores it)
 */
async function rootOf(trx: Trx, of: Undo): Promise<{ root: number; isTakenBack: boolean }> {
  let [root, isTakenBack] = [of.id, true]
  for (let up = of.undoes; up !== null; isTakenBack = !isTakenBack) {
    root = up
    const imports = trx.selectFrom('catalogue_import').select('undoes').where('id', '=', root)
    up = (await imports.executeTakeFirst())?.undoes ?? null
  }
  return { root, isTakenBack }
}

function finder(back: readonly CountsBack[]): (productId: string, label: string) => boolean {
  const labels = new Map(back.map((one) => [one.productId, one.labels]))
  return (id, label) => labels.has(id) && (labels.get(id)?.includes(label) ?? true)
}

/** Adds the units that an undo recorded to those of the list. */
async function addTo(trx: Trx, list: number, by: number): Promise<void> {
  await sql`
    update import_stock set units = units + (
      select turned.units from import_stock turned
      where turned.import_id = ${by} and turned.product_id = import_stock.product_id
        and turned.pack_label = import_stock.pack_label
    )
    where import_id = ${list} and exists (
      select 1 from import_stock turned
      where turned.import_id = ${by} and turned.product_id = import_stock.product_id
        and turned.pack_label = import_stock.pack_label
    )`.execute(trx)
}
