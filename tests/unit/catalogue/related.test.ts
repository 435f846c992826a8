import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

test('related are the others of the sub-category, from the product on and round the end (S-166)', async () => {
  await using shop = await openSqlite()
  const dal = (number: number) => productRow({ number, subcat_id: 'dal' })
  const rows = Array.from({ length: 7 }, (_, at) => dal(at + 1))
  await fill(shop.db, ['staples', 'staples/dal'], rows)
  const catalogue = new Catalogue(shop.db)
  const related = async (id: string) => {
    const product = await catalogue.products.find(id)
    return product && (await catalogue.lists.related(product)).map((card) => card.id)
  }
  const named = (...numbers: number[]) => numbers.map((number) => `product-${number}`)
  expect(await related('product-1')).toEqual(named(2, 3, 4, 5, 6, 7))
  expect(await related('product-6')).toEqual(named(7, 1, 2, 3, 4, 5))
})

test('a small sub-category is filled up to a row of five from its category (S-065)', async () => {
  await using shop = await openSqlite()
  const row = (number: number, subcat_id: string) => productRow({ number, subcat_id })
  const dal = [1, 2, 3].map((number) => row(number, 'dal'))
  const rice = [4, 5, 6, 7].map((number) => row(number, 'rice'))
  await fill(shop.db, ['staples', 'staples/dal', 'staples/rice'], [...dal, ...rice])
  const catalogue = new Catalogue(shop.db)
  const related = async (id: string) => {
    const product = await catalogue.products.find(id)
    return product && (await catalogue.lists.related(product)).map((card) => card.id)
  }
  const found = await related('product-2')
  expect(found?.slice(0, 2)).toEqual(['product-3', 'product-1'])
  expect(found).toHaveLength(5)
  expect(new Set(found).size).toBe(5)
  expect(found).not.toContain('product-2')
})
