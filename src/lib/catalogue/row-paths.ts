import { listingPath } from './listing-address.ts'
import type { SearchAnswer } from './search-answer.ts'
import { searchPath } from './search-path.ts'
import { productPath } from './variant.ts'

/** The addresses of the rows under a search box: the search itself, categories, products. */
export function rowPaths(text: string, { categorylist, ProductList }: SearchAnswer): string[] {
  return [
    searchPath(text),
    ...categorylist.map(({ _id, category }) => listingPath(category ? 'subcat' : 'category', _id)),
    ...ProductList.map(({ _id }) => productPath(_id)),
  ]
}
