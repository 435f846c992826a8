import { expect, test } from 'vitest'
import { Search } from '#lib/server/catalogue/search.ts'
import { lookThere } from '#lib/server/catalogue/sold-there.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/database.ts'

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
  const differs = (country: string) =>
    [
      '/',
      '/category/staples',
      '/category/drinks/page/2',
      '/subcat/beer',
      '/subcat/tea',
      '/brand/brew-co',
      '/offers',
    ].filter((path) => !lookThere(search, path, country).isAlike)
  expect(differs('India')).toEqual(['/'])
  expect(differs('Nepal')).toEqual([
    '/',
    '/category/drinks/page/2',
    '/subcat/beer',
    '/brand/brew-co',
  ])
  expect(differs('Equatorial Guinea')).toContain('/subcat/beer')
})
