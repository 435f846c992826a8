import type { FacetCounts } from '#lib/catalogue/facets.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { whereIn, type Place } from './lists.ts'
import { selectShelf, toShelfProduct } from './shelf-products.ts'
import { Shelf } from './shelf.ts'

/** Everything on sale, or in a place, where no search keeps it in memory: for a look, and to publish. */
export async function loadShelf(db: Db, place?: Place): Promise<Shelf> {
  const all = selectShelf(db)
  const rows = await (place ? all.where((eb) => whereIn(eb, place)) : all).execute()
  const shelf = new Shelf()
  shelf.put(rows.map(toShelfProduct))
  return shelf
}

/** What a plain list can be narrowed to. */
export async function loadFacets(db: Db, place: Place): Promise<FacetCounts> {
  const shelf = await loadShelf(db, place)
  return shelf.counts()
}
