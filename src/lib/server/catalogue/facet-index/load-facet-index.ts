import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { whereIn, type ListingFilter } from '#lib/server/catalogue/lists.ts'
import { selectIndexed, type IndexedRow, toIndexedProduct } from './indexed-products.ts'
import { FacetIndex } from './facet-index.ts'

/** Of a hundred thousand products only so many are in memory at once as rows. */
const SLICE = 1000

/** Everything on sale, or in a place, where no search keeps it in memory: for a look, and to publish. */
export async function loadFacetIndex(db: Db, place?: ListingFilter): Promise<FacetIndex> {
  const facetIndex = new FacetIndex()
  for (let after: string | undefined = ''; after !== undefined;) {
    const slice = selectIndexed(db).where('id', '>', after).orderBy('id').limit(SLICE)
    const rows: IndexedRow[] = await (
      place ? slice.where((eb) => whereIn(eb, place)) : slice
    ).execute()
    facetIndex.put(rows.map(toIndexedProduct))
    after = rows.length < SLICE ? undefined : rows.at(-1)?.id
  }
  return facetIndex
}

/** What a plain list can be narrowed to. */
export async function loadNarrowing(db: Db, place: ListingFilter): Promise<Narrowing> {
  const facetIndex = await loadFacetIndex(db, place)
  return facetIndex.narrowing()
}
