import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

test('related are the others of the sub-category, from the product on and round the end (S-166)', async () => {
  await using shop = await openSqlite()
  const dal = (number: number) => productRow({ number, subcat_id: 'dal' })
  const rice = productRow({ number: 4, subcat_id: 'rice' })
  await fill(shop.db, ['staples', 'staples/dal', 'staples/rice'], [dal(1), dal(2), dal(3), rice])
  const catalogue = new Catalogue(shop.db)
  const related = async (id: string) => {
    const product = await catalogue.product(id)
    return product && (await catalogue.related(product)).map((card) => card.id)
  }
  expect(await related('product-1')).toEqual(['product-2', 'product-3'])
  expect(await related('product-2')).toEqual(['product-3', 'product-1'])
  expect(await related('product-4')).toEqual([])
})
