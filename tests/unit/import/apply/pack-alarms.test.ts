import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, importText } from '#tests/support/lists/import-files.ts'

const SHOP = `sku,name,category,price,stock,weight
BESA,Besan,Flour,,40|12,500 g=62|1 kg=118
ATTA,Atta,Flour,,60|,1 kg=64|5 kg=379
DAL,Toor dal,Pulses,50,10,
`

async function look(shop: TestDatabase, list: string) {
  const { alarms } = await bringList(shop, list, { dryRun: true, skipInvalid: true })
  return alarms.map(({ text, isGrave }) => [isGrave, text])
}

forEachDatabase((open) => {
  test('packs that would go are told, and the number is typed, however few they are (E17)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const none = 'sku,name,category,price,weight,stock\nBESA,Besan,Flour,65,,5\n'
    const told = 'would lose packs: Besan 500 g, 1 kg'
    expect(await look(shop, none)).toEqual([[true, expect.stringContaining(told)]])
    expect(await look(shop, 'sku,weight\nATTA,1 kg=64\nBESA,250 g=32|1 kg=118\n')).toEqual([
      [true, expect.stringContaining('1 product would lose packs: Atta 5 kg. Does')],
    ])
    const others = 'sku,weight,stock\nATTA,1000 gm=64|5 kg=379|10 kg=700,60||4\n'
    expect(await look(shop, others)).toEqual([
      [true, expect.stringContaining('would lose packs: Atta 1 kg')],
      [false, expect.stringContaining('more packs: Atta 1000 gm, 10 kg')],
    ])
    expect(await look(shop, 'sku,weight,price\nATTA,5 kg,385\n')).toEqual([])
  })

  test('slips in prices of packs, and in sales, are told as those of products are (E17)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    expect(await look(shop, 'sku,weight,price\nATTA,5KG,3790\nATTA,1 kg,65\n')).toEqual([
      [false, expect.stringContaining('1 product would cost')],
    ])
    const [[, text] = []] = await look(shop, 'sku,weight,price\nBESA,500 g,6200\n')
    expect(text).toContain('Besan 500 g, from ₹62 to ₹6,200')
    expect(await look(shop, 'sku,saleprice\nDAL,0.5\n')).toEqual([
      [false, expect.stringContaining('Toor dal at ₹0.50 instead of ₹50')],
    ])
    await bringList(shop, 'sku,saleprice,saleuntil\nATTA,60|37.90,2999-01-01\nDAL,40,2999-01-01\n')
    expect(await look(shop, 'sku,saleprice,saleuntil\nBESA,60|1.1,2999-01-01\n')).toEqual([
      [false, expect.stringContaining('Besan 1 kg at ₹1.10 instead of ₹118')],
    ])
    // A sale that is in the shop already is not reported again.
    expect(await look(shop, 'sku,weight,price\nATTA,1 kg,65\n')).toEqual([])
  })

  test('a stock that is counted no longer is told, of a product and of a pack (E17)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const told = (named: string) => [false, expect.stringContaining(named)]
    expect(await look(shop, 'sku,weight,price,stock\nATTA,1 kg,66,\nATTA,5 kg,380,\n')).toEqual([
      told('1 product would always be in stock, as its stock is left empty: Atta 1 kg'),
    ])
    expect(await look(shop, 'sku,stock\nDAL,\nBESA,|12\n')).toEqual([
      told(
        '2 products would always be in stock, as their stock is left empty: Toor dal; Besan 500 g',
      ),
    ])
    expect(await look(shop, 'sku,stock\nDAL,0\nBESA,7|12\n')).toEqual([])
  })
})
