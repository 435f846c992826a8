import { loadBrands } from '#lib/server/catalogue/brands.ts'
import type { Trx } from '#lib/server/database/schema.ts'

/** Makes the address of a brand redirect if all its products went to one other brand. */
export async function redirectBrands(trx: Trx, moves: Map<string, Set<string>>): Promise<void> {
  if (moves.size === 0) return
  const onSale = await loadBrands(trx)
  const gone = [...moves].filter(([id]) => !onSale.has(id))
  if (gone.length === 0) return
  const ids = gone.map(([id]) => id)
  await trx.deleteFrom('brand_move').where('id', 'in', ids).execute()
  const rows = gone.flatMap(([id, targets]) => {
    const [moved_to] = targets
    return targets.size === 1 && moved_to !== undefined ? [{ id, moved_to }] : []
  })
  if (rows.length > 0) await trx.insertInto('brand_move').values(rows).execute()
}
