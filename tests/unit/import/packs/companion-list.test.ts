import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, folderOf, importText } from '#tests/support/lists/import-files.ts'

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

  test('a bad row of a short list is refused by its line, and the good ones count (E01 E02)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const list = 'sku,saleprice\nDAL,9,9\nATTA,55||450\nDAL,"9"9\nDAL\nDAL,99\n'
    const told = [
      [2, 'DAL', expect.stringContaining('3 columns')],
      [4, 'DAL', expect.stringContaining('double quote')],
      [5, 'DAL', expect.stringContaining('1 column,')],
    ]
    const refused = await bringList(shop, list)
    expect(refused.errors.map(({ line, sku, reason }) => [line, sku, reason])).toEqual(told)
    expect(refused).toMatchObject({ parsed: 5, isRefused: true })
    const report = await bringList(shop, list, { skipInvalid: true })
    expect(report).toMatchObject({ changed: 2, rejected: 3 })
    expect((await product(shop, 'DAL')).sale_paise).toBe(9900)
    // Rows that are not UTF-8 where others are, and a list that names a pack among them.
    const latin = 'sku,weight,saleprice\nDAL,,é\nATTA,1 kg,50\nATTA,5 kg,1,1\né,,\n'
    const bytes = Buffer.concat([Buffer.from(latin, 'latin1'), Buffer.from('DAL,,₹\n')])
    const file = join(folderOf({ 'list.csv': bytes }), 'list.csv')
    const whole = await expandList(shop.db, file)
    expect([...(whole?.refusals.keys() ?? [])]).toEqual([2, 4, 5])
    const options = { refusals: whole?.refusals, skipInvalid: true }
    const brought = await importText(shop, whole?.text ?? '', options)
    expect(brought.errors.map(({ line }) => line)).toEqual([2, 4, 5, 6])
    expect((await packs(shop)).map(({ sale_paise }) => sale_paise)).toEqual([5000, null, 45_000])
  })

  test('an old price or a sub-category is a list of its own, and a fault keeps its line (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    await bringList(shop, 'sku,oldprice\nDAL,160\n')
    expect(await product(shop, 'DAL')).toMatchObject({
      price_paise: 12_000,
      oldprice_paise: 16_000,
    })
    const unsaid = await bringList(shop, 'sku,oldprice\nATTA,75\n')
    expect(unsaid.errors).toMatchObject([
      {
        line: 2,
        column: 'oldprice',
        reason: expect.stringContaining('has packs (1 kg, 5 kg, 10 kg)'),
      },
    ])
    expect(await bringList(shop, 'sku,subcategory\nDAL,Arhar\n')).toMatchObject({ changed: 1 })
    const { errors } = await bringList(shop, 'sku,saleprice\n\nDAL,130\nNONE,5\n')
    expect(errors.map(({ line, sku, column }) => [line, sku, column])).toEqual([
      [3, 'DAL', 'saleprice'],
      [4, 'NONE', expect.any(String)],
    ])
  })
})
