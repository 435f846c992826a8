import { expect, test } from 'vitest'
import { NONE_CHOSEN } from '#lib/catalogue/facets.ts'
import { COUNTRIES, isCountry } from '#lib/checkout/countries.ts'
import { parseProductQuery } from '#lib/catalogue/product-query.ts'

const parse = (query: string, kind: 'api' | 'page' = 'api') =>
  parseProductQuery(new URLSearchParams(query), { kind })

test('an address without parameters asks for the first page of everything', () => {
  expect(parse('')).toMatchObject({
    ok: true,
    value: {
      text: '',
      facets: NONE_CHOSEN,
      page: 1,
      perPage: 24,
      sort: undefined,
      location: undefined,
    },
  })
})

test('prices are read exactly, in rupees with at most two decimals', () => {
  expect(parse('minprice=0.29&maxprice=1999999.99')).toMatchObject({
    value: { minPricePaise: 29, maxPricePaise: 199_999_999 },
  })
})

test('a brand may be given several times, what is single only once', () => {
  expect(parse('brand=Anna&brand=Tara&brand=Anna')).toMatchObject({
    value: { facets: { brand: ['Anna', 'Tara'] } },
  })
  expect(parse('page=1&page=2')).toMatchObject({ error: { field: 'page' } })
  expect(parse('rating=1&rating=1', 'page')).toMatchObject({ error: { field: 'rating' } })
})

test('of each filter that may be said several times twenty are taken, and no more (A04 A07)', () => {
  const times = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name}=${at + 1}kg`).join('&')
  for (const kind of ['api', 'page'] as const) {
    for (const name of ['brand', 'type', 'pack']) {
      expect(parse(times(name, 20), kind), name).toMatchObject({ ok: true })
      expect(parse(times(name, 21), kind), name).toMatchObject({ error: { field: name } })
    }
  }
})

test('an empty value counts as absent', () => {
  expect(parse('minprice=&rating=&brand=&sort=&page=&location=')).toEqual(parse(''))
})

test.each([
  ['minprice', '-1'],
  ['minprice', '1.234'],
  ['maxprice', '1e3'],
  ['maxprice', '99999999'],
  ['maxprice', 'NaN'],
  ['rating', '0'],
  ['rating', '6'],
  ['rating', '4.5'],
  ['page', '0'],
  ['page', '-1'],
  ['page', '1e9'],
  ['perpage', '101'],
  ['perpage', '0'],
  ['view', '3'],
  ['sort', 'name'],
  ['sort', '__proto__'],
  ['location', 'Atlantis'],
  ['location', 'india'],
  ['brand', '\0'],
  ['brand', 'x'.repeat(301)],
  ['category', 'a\nb'],
])('%s does not take %j (A07)', (field, value) => {
  expect(parse(String(new URLSearchParams({ [field]: value })))).toMatchObject({
    ok: false,
    error: { field },
  })
})

test('a lowest price above the highest is refused', () => {
  expect(parse('minprice=20&maxprice=10')).toMatchObject({ error: { field: 'minprice' } })
  expect(parse('minprice=10&maxprice=10')).toMatchObject({ ok: true })
})

test('the API refuses names that it does not know, a page passes over them (A42)', () => {
  expect(parse('utm_source=x')).toMatchObject({ ok: false, error: { field: 'utm_source' } })
  expect(parse('__proto__=x')).toMatchObject({ ok: false, error: { field: '__proto__' } })
  expect(parse('utm_source=x&utm_source=y&perpage=1000', 'page')).toEqual(parse('', 'page'))
})

test('a page and the API read the same filters in the same way', () => {
  const query =
    'q=dal&minprice=5&maxprice=50&rating=4&brand=A&brand=B&location=India&view=4&page=2&sort=-price'
  expect(parse(query, 'page')).toEqual(parse(query))
})

test('every country is there once, in the order of the alphabet, India among them (S-186)', () => {
  expect(isCountry('India')).toBe(true)
  expect(isCountry('All')).toBe(false)
  expect(COUNTRIES.toSorted()).toEqual(COUNTRIES)
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length)
  expect(COUNTRIES.length).toBeGreaterThan(190)
})
