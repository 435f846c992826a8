import { expect, test } from 'vitest'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { CountryMatcher } from '#lib/server/catalogue/facet-index/country-match.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

test('only what lists something that is not sold in a country is another page there (G18)', async () => {
  await using shop = await openSqlite()
  const of = { category_id: 'drinks', brand: 'Brew & Co' }
  await fill(
    shop.db,
    ['staples', 'drinks', 'drinks/beer', 'drinks/tea'],
    [
      productRow({ number: 1 }),
      productRow({ ...of, number: 2, subcat_id: 'tea', countries: '' }),
      productRow({ ...of, number: 3, subcat_id: 'beer', countries: 'India|Guinea' }),
    ],
  )
  const search = await Search.build(shop.db)
  const looks = new CountryMatcher()
  const differs = (country: string) =>
    [
      '/',
      '/category/staples',
      '/category/drinks/page/2',
      '/subcat/beer',
      '/subcat/tea',
      '/brand/brew-co',
      '/offers',
    ].filter((path) => !looks.look(search, path, country).isAlike)
  expect(differs('India')).toEqual(['/'])
  expect(differs('Nepal')).toEqual([
    '/',
    '/category/drinks/page/2',
    '/subcat/beer',
    '/brand/brew-co',
  ])
  expect(differs('Equatorial Guinea')).toContain('/subcat/beer')
})

test('the facet index is gone through once for a list in a country, until the next version (G18)', () => {
  const asked: string[] = []
  const facetIndex = { sellsAllIn: (country: string) => asked.push(country) > 0 }
  const looks = new CountryMatcher()
  const paths = ['/category/staples', '/category/staples/page/2', '/category/staples']
  const look = (version: number, country: string) =>
    paths.map((path) => looks.look({ facetIndex, version }, path, country))
  expect(look(1, 'India')).toEqual(paths.map(() => ({ version: 1, isAlike: true })))
  look(1, 'Nepal')
  expect(asked).toEqual(['India', 'Nepal'])
  expect(look(2, 'India')).toEqual(paths.map(() => ({ version: 2, isAlike: true })))
  expect(asked).toEqual(['India', 'Nepal', 'India'])
})
