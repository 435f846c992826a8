import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, importText } from '#tests/support/import-files.ts'

const SHOP = `sku,name,category,subcategory,price,oldprice,stock,size,weight
ATTA,Atta,Flour,Wheat,,,40|12|5,,1 kg=62/70|5 kg=280|10 kg=500
DAL,Toor dal,Pulses,Dal,120,150,10,S|L,
`
const product = (shop: TestDatabase, sku: string) =>
  shop.db.selectFrom('product').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow()
const packs = (shop: TestDatabase) =>
  shop.db
    .selectFrom('pack')
    .select(['label', 'base_paise', 'sale_paise', 'stock'])
    .orderBy('position')
    .execute()

forEachDatabase((open) => {
  test('a sale is scheduled by sku and sale price, for products and packs, and all else stays (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const before = await product(shop, 'DAL')
    const list = 'sku,saleprice,saleuntil\nDAL,99,2999-01-01\nATTA,55||450,2999-01-01\n'
    expect(await bringList(shop, list)).toMatchObject({ changed: 2, errors: [] })
    const sale = { sale_paise: 9900, base_paise: 12_000, sizes: 'S|L', stock: 10 }
    expect(await product(shop, 'DAL')).toMatchObject({ ...sale, name: before.name })
    expect(await packs(shop)).toEqual([
      { label: '1 kg', base_paise: 6200, sale_paise: 5500, stock: 40 },
      { label: '5 kg', base_paise: null, sale_paise: null, stock: 12 },
      { label: '10 kg', base_paise: 50_000, sale_paise: 45_000, stock: 5 },
    ])
    // Only the sale's end moves, and its price stays; a row with a plain price needs no packs.
    expect(await bringList(shop, 'sku,saleuntil\nDAL,2998-01-01\n')).toMatchObject({ changed: 1 })
    expect((await product(shop, 'DAL')).sale_paise).toBe(9900)
    const priced = await bringList(shop, 'sku,price,saleprice\nATTA,,60||\nDAL,110,\n')
    expect(priced).toMatchObject({ changed: 2, errors: [] })
    expect((await packs(shop)).map((pack) => pack.sale_paise)).toEqual([6000, null, null])
    expect(await product(shop, 'DAL')).toMatchObject({ price_paise: 11_000, sale_paise: null })
  })

  test('an old price or a sub-category is a list of its own, and a fault keeps its line (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    await bringList(shop, 'sku,oldprice\nDAL,160\n')
    expect(await product(shop, 'DAL')).toMatchObject({
      price_paise: 12_000,
      oldprice_paise: 16_000,
    })
    expect(await bringList(shop, 'sku,subcategory\nDAL,Arhar\n')).toMatchObject({ changed: 1 })
    const { errors } = await bringList(shop, 'sku,saleprice\n\nDAL,130\nNONE,5\n')
    expect(errors.map(({ line, sku, column }) => [line, sku, column])).toEqual([
      [3, 'DAL', 'saleprice'],
      [4, 'NONE', expect.any(String)],
    ])
  })
})
