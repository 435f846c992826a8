import { FACETS } from './facets.ts'

/** The two kinds of listing that share a screen. */
export type ListingKind = 'category' | 'subcat'

/** Which kind an address is, by its path. */
export function listingKind(pathname: string): ListingKind {
  return pathname.startsWith('/subcat/') ? 'subcat' : 'category'
}

/** Address of a page of an unfiltered listing; page 1 has no page part. */
export function listingPath(kind: ListingKind, id: string, page = 1): string {
  return page === 1 ? `/${kind}/${id}` : `/${kind}/${id}/page/${page}`
}

/**
 * Reads the number in `/page/{n}`, which is at least 2 and has no leading zero; undefined for
 * anything else.
 */
export function parsePageNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^([2-9]|[1-9]\d{1,6})$/.test(text) ? Number(text) : undefined
}

/** Page numbers to link to: the first, the last, and two on each side; null marks a gap. */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const shown: (number | null)[] = []
  for (let number = 1; number <= pageCount; number++) {
    const isShown = number === 1 || number === pageCount || Math.abs(number - page) <= 2
    if (isShown) shown.push(number)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}

/**
 * The same numbers, with the page in the middle of each gap for a link in its place: so every page
 * of a long list is a few clicks away.
 */
export function pagesToReach(page: number, pageCount: number) {
  const numbers = pagesAround(page, pageCount)
  return numbers.map((number, at) => {
    if (number !== null) return { number, isGap: false }
    const [before, after] = [numbers[at - 1] ?? 1, numbers[at + 1] ?? pageCount]
    return { number: Math.floor((before + after) / 2), isGap: true }
  })
}

const VIEWS = ['sort', 'view', 'location', 'page']

/** The order of parameters in the links that the shop makes. */
const PARAMETERS = ['q', 'minprice', 'maxprice', 'rating', ...FACETS, ...VIEWS]

/** Adds parameters to a path: empty ones left out, in a fixed order, several of one name sorted. */
export function withParameters(path: string, parameters: Iterable<[string, string]>): string {
  const given = [...parameters].filter(([, value]) => value !== '')
  if (given.length === 0) return path
  const ordered = PARAMETERS.flatMap((name) =>
    given.filter((one) => one[0] === name).sort(([, a], [, b]) => (a < b ? -1 : Number(a > b))),
  )
  const query = new URLSearchParams(ordered).toString()
  return query === '' ? path : `${path}?${query}`
}

/**
 * Whether a path is one of a list of products, or of a later page of it: of a category, sub-category or
 * brand, or of what is on offer.
 */
export const isListing = (path: string): boolean =>
  /^\/((category|subcat|brand)\/|offers(\/|$))/.test(path)
