import { PRICE_LIMIT, SEARCH_TEXT_LENGTH } from '#lib/limits.ts'
import { type FacetName, FACETS, NONE_CHOSEN, packSizeText } from './facets.ts'
import { withParameters } from './listing-address.ts'
import { ENDS } from './price-scale.ts'
import type { Category } from './product.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { formatPaise, paiseToRupees, rupeesToPaise } from '#lib/money.ts'
import { parseProductQuery, type ProductQuery } from './product-query.ts'

/** An active filter, and the change of the query that removes it. */
type ActiveFilter = { label: string; without: Partial<ProductQuery> }

/** The change of a query that removes all filters. */
export const NO_FILTERS = {
  minPricePaise: undefined,
  maxPricePaise: undefined,
  rating: undefined,
  facets: NONE_CHOSEN,
  location: undefined,
} satisfies Partial<ProductQuery>

/**
 * Reads the address of a listing or search; undefined if a value is not valid. A price at the limit
 * of its range filters nothing, and minimum and maximum may be swapped: without JavaScript, a
 * shopper drags the handles without seeing the values.
 */
export function parseListingQuery(params: URLSearchParams): ProductQuery | undefined {
  const parsed = parseProductQuery(withSwappedPrices(withoutUnmovedPrices(params)), {
    kind: 'page',
  })
  if (!parsed.ok) return undefined
  const { minPricePaise, maxPricePaise, text } = parsed.value
  return {
    ...parsed.value,
    text: text.trim().slice(0, SEARCH_TEXT_LENGTH),
    minPricePaise: minPricePaise === 0 ? undefined : minPricePaise,
    maxPricePaise: maxPricePaise === rupeesToPaise(PRICE_LIMIT) ? undefined : maxPricePaise,
  }
}

/** Drops prices that a form sent although nobody had moved them. */
function withoutUnmovedPrices(params: URLSearchParams): URLSearchParams {
  const [low, high] = (params.get(ENDS) ?? '').split('-')
  const chosen = new URLSearchParams(params)
  chosen.delete(ENDS)
  if (low) chosen.delete('minprice', low)
  if (high) chosen.delete('maxprice', high)
  return chosen
}

function withSwappedPrices(params: URLSearchParams): URLSearchParams {
  const [min, max] = [params.getAll('minprice'), params.getAll('maxprice')]
  if (min.length !== 1 || max.length !== 1 || min[0] === '' || max[0] === '') return params
  if (!(Number(min[0]) > Number(max[0]))) return params
  const swapped = new URLSearchParams(params)
  swapped.set('minprice', max[0] ?? '')
  swapped.set('maxprice', min[0] ?? '')
  return swapped
}

/** Whether the address asks for a page of the unfiltered listing. */
export function isPlainQuery(query: ProductQuery): boolean {
  return listingAddress('', { ...query, page: 1 }) === ''
}

/** The address of a list with some of its query changed; page 1 unless the change names another. */
export function listingAddress(
  path: string,
  query: ProductQuery,
  change: Partial<ProductQuery> = {},
): string {
  const { page, ...asked } = { ...query, page: 1, ...change }
  const address = withParameters(path, toParameters(asked))
  if (page === 1) return address
  if (address === path && path !== '/search') return `${path}/page/${page}`
  return withParameters(path, [...toParameters(asked), ['page', String(page)]])
}

function toParameters(query: Omit<ProductQuery, 'page'>): [string, string][] {
  const { text, minPricePaise, maxPricePaise, rating, facets, sort, view, location } = query
  const rupees = (paise: number | undefined) => paise && paiseToRupees(paise)
  const single = {
    q: text,
    ...{ minprice: rupees(minPricePaise), maxprice: rupees(maxPricePaise), rating },
    ...{ sort, view, location },
  }
  return [
    ...Object.entries(single).map(([name, value]): [string, string] => [name, String(value ?? '')]),
    ...FACETS.flatMap((name) => facets[name].map((value): [string, string] => [name, value])),
  ]
}

/** The label of a facet's value; types are sub-categories, named by id. */
export function facetLabel(name: FacetName, value: string, categories: Category[]): string {
  if (name === 'brand') return value
  if (name === 'pack') return packSizeText(value)
  if (name === 'veg') return value === 'veg' ? pageTexts.isVeg : pageTexts.isNonVeg
  if (name === 'instock') return pageTexts.inStockOnly
  if (name === 'offer') return pageTexts.onOffer
  const types = categories.flatMap(({ children }) => children)
  return types.find(({ id }) => id === value)?.name ?? value
}

/** The active filters, in the order of the sidebar. */
export function activeFilters(query: ProductQuery, categories: Category[] = []): ActiveFilter[] {
  const { minPricePaise, maxPricePaise, rating, facets, location } = query
  const filters: ActiveFilter[] = []
  if (minPricePaise !== undefined || maxPricePaise !== undefined) {
    const rupees = (paise: number | undefined) =>
      paise === undefined ? undefined : formatPaise(paise)
    filters.push({
      label: pageTexts.priceBetween(rupees(minPricePaise), rupees(maxPricePaise)),
      without: { minPricePaise: undefined, maxPricePaise: undefined },
    })
  }
  if (rating !== undefined) {
    filters.push({ label: pageTexts.starsAndUp(rating), without: { rating: undefined } })
  }
  for (const name of FACETS) {
    for (const value of facets[name]) {
      const others = facets[name].filter((one) => one !== value)
      const label = facetLabel(name, value, categories)
      filters.push({ label, without: { facets: { ...facets, [name]: others } } })
    }
  }
  if (location !== undefined) {
    filters.push({ label: pageTexts.soldIn(location), without: { location: undefined } })
  }
  return filters
}
