import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { ProductFilter, ProductQuery, Sort } from '#lib/catalogue/product-query.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { loadFacetIndex } from './facet-index/load-facet-index.ts'
import type { Search } from './search/search.ts'
import type { FacetIndex } from './facet-index/facet-index.ts'

/** One page of what was found; `totalPages` is at least 1, and pages after the last are empty. */
export type ResultPage = { ids: string[]; total: number; page: number; totalPages: number }

/** What a page of a list shows: its products, and what it can be narrowed to. */
export type Listing = Narrowing & { found: ResultPage }

/** Who asks for a list, and their location, which counts if the query names none. */
type Asker = { db: Db; search: Search | undefined; location?: string }

type ListQuery = ProductFilter & {
  text: string
  sort?: Sort | undefined
  page: number
  perPage: number
}

/**
 * Answers a list or a search for pages and the API: newest first, or the best match first for a text without a
 * sort. Undefined for a text while the search is not ready yet.
 */
export async function listProducts(asker: Asker, query: ListQuery): Promise<Listing | undefined> {
  const asked = await ask(asker, query)
  if (!asked) return undefined
  const { facetIndex, filter, order } = asked
  const { slots, ...narrowing } = facetIndex.take(filter, order)
  return { found: pageOf(facetIndex, slots, query), ...narrowing }
}

/** The same without what the list can be narrowed to, which costs more than to find its products. */
export async function findProducts(
  asker: Asker,
  query: ListQuery,
): Promise<ResultPage | undefined> {
  const asked = await ask(asker, query)
  if (!asked) return undefined
  const { facetIndex, filter, order } = asked
  return pageOf(facetIndex, facetIndex.find(filter, order), query)
}

async function ask({ db, search, location }: Asker, query: ListQuery) {
  const among = hitsOf(search, query.text)
  if (among === 'closed') return undefined
  const facetIndex = search?.facetIndex ?? (await loadFacetIndex(db))
  const filter = await resolved(db, query, location)
  return { facetIndex, filter, order: { sort: query.sort, among } }
}

/** How many products would be left of a query's list with each of several other filters. */
export async function countEach(
  { db, search, location }: Asker,
  query: ProductQuery,
  filters: ProductFilter[],
): Promise<number[]> {
  const among = hitsOf(search, query.text)
  if (among === 'closed') return filters.map(() => 0)
  if (filters.length === 0) return []
  const facetIndex: FacetIndex = search?.facetIndex ?? (await loadFacetIndex(db))
  const wanted = await Promise.all(filters.map((filter) => resolved(db, filter, location)))
  return wanted.map((filter) => facetIndex.find(filter, { among }).length)
}

/** The places of a text's hits; undefined without a text; `closed` while the search is not ready yet. */
function hitsOf(search: Search | undefined, text: string): Int32Array | undefined | 'closed' {
  if (text.trim() === '') return undefined
  return search ? search.hits(text) : 'closed'
}

async function resolved(db: Db, { catname, ...named }: ProductFilter, location?: string) {
  const filter = { ...named, location: named.location ?? location }
  if (catname === undefined) return filter
  const rows = await db.selectFrom('category').select('id').where('name', '=', catname).execute()
  return { ...filter, categoryIds: rows.map(({ id }) => id) }
}

function pageOf(
  facetIndex: FacetIndex,
  slots: Int32Array,
  { page, perPage }: { page: number; perPage: number },
): ResultPage {
  const first = (page - 1) * perPage
  const ids = facetIndex.idsOf(slots.subarray(first, first + perPage))
  const totalPages = Math.max(1, Math.ceil(slots.length / perPage))
  return { ids, total: slots.length, page, totalPages }
}
