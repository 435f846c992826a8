import { expect, test } from 'vitest'
import {
  activeFilters,
  isPlainQuery,
  listingAddress,
  NO_FILTERS,
  parseListingQuery,
} from '#lib/catalogue/listing-query.ts'
import { NONE_CHOSEN, offered } from '#lib/catalogue/facets.ts'
import type { ProductQuery } from '#lib/catalogue/product-query.ts'

function parse(query: string): ProductQuery {
  const parsed = parseListingQuery(new URLSearchParams(query))
  if (!parsed) throw new Error(`${query} is refused`)
  return parsed
}
const LISTING = '/category/rice'

test('an address comes back from what it asks for, in one order of parameters', () => {
  const ordered =
    '?minprice=5&maxprice=50.50&rating=4&veg=veg&instock=1&offer=1&type=dal&brand=A&brand=B+%26+C&pack=1kg&pack=750ml&sort=-price&view=4&location=India&page=2'
  const reversed = [...new URLSearchParams(ordered)].toReversed()
  const query = parse(String(new URLSearchParams(reversed)))
  expect(listingAddress(LISTING, query, { page: query.page })).toBe(
    LISTING + ordered.replace('50.50', '50.5'),
  )
  expect(listingAddress(LISTING, query, { ...NO_FILTERS, view: undefined })).toBe(
    `${LISTING}?sort=-price`,
  )
})

test('a page of a plain listing is a path, of a search or a filter a parameter', () => {
  expect(listingAddress(LISTING, parse(''), { page: 3 })).toBe(`${LISTING}/page/3`)
  expect(listingAddress(LISTING, parse('rating=4'), { page: 3 })).toBe(`${LISTING}?rating=4&page=3`)
  expect(listingAddress('/search', parse(''), { page: 3 })).toBe('/search?page=3')
  expect(listingAddress('/search', parse('q=atta'), { page: 3 })).toBe('/search?q=atta&page=3')
})

test('a pack is asked for in whatever spelling, and named as a shopper reads it', () => {
  const query = parse('pack=1000+g&pack=1+Kg&pack=0.75l&veg=veg&instock=1')
  expect(query.facets).toMatchObject({ pack: ['1kg', '750ml'], veg: ['veg'], instock: ['1'] })
  const labels = activeFilters(query).map(({ label }) => label)
  expect(labels).toEqual(['Vegetarian', 'In stock', '1 kg', '750 ml'])
})

test('a change of filters leads to page 1', () => {
  expect(listingAddress(LISTING, parse('page=4&rating=4'), { rating: 3 })).toBe(
    `${LISTING}?rating=3`,
  )
})

test('an end of the price range at its limit is none, and crossed ends are put right (S-051)', () => {
  expect(isPlainQuery(parse('minprice=0&maxprice=60000&brand=&sort=&rating='))).toBe(true)
  expect(parse('minprice=300&maxprice=100')).toMatchObject({
    minPricePaise: 10_000,
    maxPricePaise: 30_000,
  })
})

test.each([
  'minprice=x&maxprice=5',
  'minprice=5&minprice=6',
  'rating=6',
  'sort=up',
  'view=3',
  'veg=meat',
  'instock=yes',
  'pack=large',
])('%s is no address', (query) => {
  expect(parseListingQuery(new URLSearchParams(query))).toBeUndefined()
})

test.each(['view=2', 'sort=newest', 'location=All', 'q=dal', 'maxprice=9'])(
  '%s makes an address of its own',
  (query) => expect(isPlainQuery(parse(query))).toBe(false),
)

test('each filter that is on is named, with the query that lacks it', () => {
  const query = parse('minprice=50&rating=5&brand=A&brand=B&location=India')
  expect(activeFilters(query)).toEqual([
    { label: 'From ₹50', without: { minPricePaise: undefined, maxPricePaise: undefined } },
    { label: '5 stars', without: { rating: undefined } },
    { label: 'A', without: { facets: { ...NONE_CHOSEN, brand: ['B'] } } },
    { label: 'B', without: { facets: { ...NONE_CHOSEN, brand: ['A'] } } },
    { label: 'Sold in India', without: { location: undefined } },
  ])
})

test('of very many brands the largest are offered, by name, and the chosen ones', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ value: `B${at + 10}`, count: at + 1 }))
  const shown = offered(many, ['B10', 'Nowhere'], 40)
  expect(shown).toHaveLength(42)
  expect(shown[0]).toEqual({ value: 'B10', count: 1 })
  expect(shown[1]).toEqual({ value: 'B30', count: 21 })
  expect(shown.at(-1)).toEqual({ value: 'Nowhere', count: 0 })
})
