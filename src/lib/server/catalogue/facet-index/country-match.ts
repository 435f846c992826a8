import { CountryCache } from './country-cache.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import type { FacetIndex } from './facet-index.ts'

/** Whether a page in a country is like the published one; it stays so until the next version. */
export type CountryMatch = { version: number; isAlike: boolean }

/** The most lists, each in one country, of which it is kept whether all is sold there: about a megabyte. */
const MAX_KEPT = 10_000

/** Looks once per version for each list and country, because that means going through the whole facet index. */
export class CountryMatcher {
  #known = new CountryCache<boolean>(MAX_KEPT)

  /**
   * Whether a page shows in a country what it shows everywhere: a listing does if all its products are sold
   * there. Home does not, as it has fewer new products in a country (S-155).
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
