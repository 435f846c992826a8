import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import { loadFacetIndex } from './load-facet-index.ts'
import { selectIndexed, toIndexedProduct } from './indexed-products.ts'
import type { FacetIndex } from './facet-index.ts'

/** With this many changed products or more, the index is loaded anew. */
const RELOAD_FROM = 500

/**
 * All products on sale, for a publishing thread. It takes in what an edit changed, so that the lists which that
 * touched are counted without reading each of their products.
 */
export class FacetIndexCache {
  #db: Db
  #kept: { facetIndex: FacetIndex; version: number } | undefined
  #refreshing: Promise<FacetIndex> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** What a list can be narrowed to now. */
  async narrowing(place: ListingName): Promise<Narrowing> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    return (await this.#refreshing).narrowing(place)
  }

  async #refresh(): Promise<FacetIndex> {
    // Read first: whatever is committed while the rows are read is taken in again the next time.
    const version = await latestVersion(this.#db)
    const known = this.#kept
    if (known?.version === version) return known.facetIndex
    const ids = known && (await this.#changedIds(known.version, version))
    if (!known || !ids || ids.length >= RELOAD_FROM) {
      const facetIndex = await loadFacetIndex(this.#db)
      this.#kept = { facetIndex, version }
      return facetIndex
    }
    if (ids.length > 0) await this.#takeIn(known.facetIndex, ids)
    known.version = version
    return known.facetIndex
  }

  /** Ids of the products that changed in between; undefined when that is not known. */
  async #changedIds(from: number, to: number): Promise<string[] | undefined> {
    const names = from < to ? await changedNames(this.#db, from, to) : undefined
    return (
      names && [...names].flatMap((name) => (name.startsWith('product:') ? [name.slice(8)] : []))
    )
  }

  async #takeIn(facetIndex: FacetIndex, ids: string[]): Promise<void> {
    const rows = await selectIndexed(this.#db).where('id', 'in', ids).execute()
    const onSale = new Set(rows.map(({ id }) => id))
    facetIndex.remove(ids.filter((id) => !onSale.has(id)))
    facetIndex.put(rows.map(toIndexedProduct))
  }
}
