import type { PlaceName } from './lists.ts'
import type { Search } from './search.ts'

/** What a page is in a country: the published one or another, which stays so until the next version. */
export type SoldThere = { version: number; isAlike: boolean }

/**
 * Whether a page shows in a country what it shows everywhere: a listing does when all that it has is sold there.
 * Home has fewer new products in a country (S-155).
 */
export function lookThere(
  { shelf, version }: Pick<Search, 'shelf' | 'version'>,
  path: string,
  country: string,
): SoldThere {
  const place = placeOf(path)
  return { version, isAlike: place !== undefined && shelf.sellsAllIn(country, place) }
}

/** The list that an address shows; undefined for home. */
function placeOf(path: string): PlaceName | undefined {
  const [, kind, id] = path.split('/')
  if (kind === 'offers') return { offers: true }
  if (id === undefined) return undefined
  if (kind === 'brand') return { brandId: id }
  return kind === 'subcat' ? { subcatId: id } : { categoryId: id }
}
