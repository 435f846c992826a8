import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { whereIn, type ListingFilter } from '#lib/server/catalogue/lists.ts'
import { selectIndexed, type IndexedRow, toIndexedProduct } from './indexed-products.ts'
import { FacetIndex } from './facet-index.ts'

/** Rows that are in memory at a time: there may be a hundred thousand products. */
const SLICE = 1000

/** The index of everything on sale, or of a list: for publishing, and where no search keeps one in memory. */
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

/** What a list without filters can be narrowed to. */
export async function loadNarrowing(db: Db, place: ListingFilter): Promise<Narrowing> {
  const facetIndex = await loadFacetIndex(db, place)
  return facetIndex.narrowing()
}
