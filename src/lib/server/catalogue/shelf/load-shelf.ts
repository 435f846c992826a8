import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { whereIn, type Place } from '#lib/server/catalogue/lists.ts'
import { selectShelf, type ShelfRow, toShelfProduct } from './shelf-products.ts'
import { Shelf } from './shelf.ts'

/** Of a hundred thousand products only so many are in memory at once as rows. */
const SLICE = 1000

/** Everything on sale, or in a place, where no search keeps it in memory: for a look, and to publish. */
export async function loadShelf(db: Db, place?: Place): Promise<Shelf> {
  const shelf = new Shelf()
  for (let after: string | undefined = ''; after !== undefined;) {
    const slice = selectShelf(db).where('id', '>', after).orderBy('id').limit(SLICE)
    const rows: ShelfRow[] = await (
      place ? slice.where((eb) => whereIn(eb, place)) : slice
    ).execute()
    shelf.put(rows.map(toShelfProduct))
    after = rows.length < SLICE ? undefined : rows.at(-1)?.id
  }
  return shelf
}

/** What a plain list can be narrowed to. */
export async function loadNarrowing(db: Db, place: Place): Promise<Narrowing> {
  const shelf = await loadShelf(db, place)
  return shelf.narrowing()
}
