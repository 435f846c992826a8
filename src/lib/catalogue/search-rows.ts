import { listingPath } from './listing-address.ts'
import type { SearchAnswer } from './search-answer.ts'
import { productPath } from './variant.ts'

export const NOTHING_FOUND: SearchAnswer = { ProductList: [], categorylist: [], total: 0 }

/** Where a search leads; an empty one shows everything (S-141). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}

/** Where each row under a search box leads: the search itself, categories, products. */
export function rowPaths(text: string, { categorylist, ProductList }: SearchAnswer): string[] {
  return [
    searchPath(text),
    ...categorylist.map(({ _id, category }) => listingPath(category ? 'subcat' : 'category', _id)),
    ...ProductList.map(({ _id }) => productPath(_id)),
  ]
}
