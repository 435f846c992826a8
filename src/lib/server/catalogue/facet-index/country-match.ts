import { CountryCache } from './country-cache.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import type { FacetIndex } from './facet-index.ts'

/** What a page is in a country: the published one or another, which stays so until the next version. */
export type CountryMatch = { version: number; isAlike: boolean }

/** Lists in countries of which it is known whether all is sold there; about a megabyte. */
const MAX_KEPT = 10_000

/** Looks once for each list and country in each version: it means going through the whole facet index. */
export class CountryMatcher {
  #known = new CountryCache<boolean>(MAX_KEPT)

  /**
   * Whether a page shows in a country what it shows everywhere: a listing does when all that it has is sold there.
   * Home has fewer new products in a country (S-155).
   */
  look(
    { facetIndex, version }: { facetIndex: Pick<FacetIndex, 'sellsAllIn'>; version: number },
    path: string,
    country: string,
  ): CountryMatch {
    const place = placeOf(path)
    if (!place) return { version, isAlike: false }
    const list = path.replace(/\/page\/.*/, '')
    const known = this.#known.find(version, list, country)
    const isAlike = known ?? facetIndex.sellsAllIn(country, place)
    if (known === undefined) this.#known.keep(version, list, country, isAlike)
    return { version, isAlike }
  }
}

/** The list that an address shows; undefined for home. */
function placeOf(path: string): ListingName | undefined {
  const [, kind, id] = path.split('/')
  if (kind === 'offers') return { offers: true }
  if (id === undefined) return undefined
  if (kind === 'brand') return { brandId: id }
  return kind === 'subcat' ? { subcatId: id } : { categoryId: id }
}
