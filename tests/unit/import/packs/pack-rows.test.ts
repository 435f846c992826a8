import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, importText } from '#tests/support/lists/import-files.ts'

const SHOP = `sku,name,category,price,stock,unit,weight
BESA,Besan,Flour,,40|12,,500 g=62|1 kg=118/130
ATTA,Atta,Flour,,,,1 kg=64|5 kg=289
DAL,Toor dal,Pulses,120,10,1 kg,
`

const packs = async (shop: TestDatabase) => {
  const rows = await shop.db
    .selectFrom('pack')
    .select(['product_id', 'label', 'price_paise', 'stock'])
    .orderBy('product_id')
    .orderBy('position')
    .execute()
  return rows.map((row) => `${row.product_id} ${row.label} ${row.price_paise / 100} ${row.stock}`)
}
const ATTA = ['atta 1 kg 64 null', 'atta 5 kg 289 null']
const BESAN = ['besan 500 g 62 40', 'besan 1 kg 118 12']

forEachDatabase((open) => {
  test('a row that names one pack changes it alone, with whatever columns beside it (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const named = 'sku,name,weight,price\nBESA,Fine besan,500 g,65\nDAL,Arhar dal,,118\n'
    expect(await bringList(shop, named)).toMatchObject({ changed: 2, errors: [] })
    expect(await packs(shop)).toEqual([...ATTA, 'besan 500 g 65 40', 'besan 1 kg 118 12'])
    const unit = 'sku,unit,weight,price\nBESA,pouch,500 g,66\nBESA,,1 kg,119\nATTA,bag,5KG,290\n'
    expect(await bringList(shop, unit)).toMatchObject({ changed: 2, errors: [] })
    const whole = `sku,name,category,description,size,price,weight\nBESA,Besan,Flour,"Fine,\nof chana",,67,500 g\nATTA,Atta,Flour,,,,1 kg=64|5 kg=289\nDAL,Toor dal,Pulses,,,x,\n`
    const report = await bringList(shop, whole, { skipInvalid: true })
    expect(report.errors.map(({ line }) => line)).toEqual([5])
    expect(await packs(shop)).toEqual([...ATTA, 'besan 500 g 67 40', 'besan 1 kg 119 12'])
    const rows = shop.db.selectFrom('product').select(['sku', 'name', 'unit', 'description'])
    expect(await rows.orderBy('sku').execute()).toEqual([
      { sku: 'ATTA', name: 'Atta', unit: 'bag', description: '' },
      { sku: 'BESA', name: 'Besan', unit: 'pouch', description: 'Fine,\nof chana' },
      { sku: 'DAL', name: 'Arhar dal', unit: '1 kg', description: '' },
    ])
  })

  test('a list of one kind of packs leaves packs and choices of other kinds alone, and names them (E16)', async () => {
    await using shop = await open()
    const more = 'sku,name,category,price,stock,ram,size,weight\n'
    await importText(shop, SHOP)
    await importText(shop, `${more}SHIRT,Shirt,Cloth,,3|4,,S=200|L=220,\nCAP,Cap,Cloth,90,,,S|L,\n`)
    const shirt = ['shirt S 200 3', 'shirt L 220 4']
    const list = 'sku,weight,price\nBESA,500 g,65\nSHIRT,,250\nCAP,,95\n'
    const { errors, changed, warnings } = await bringList(shop, list)
    expect({ errors, changed }).toEqual({ errors: [], changed: 2 })
    expect(warnings.join()).toContain('1 product keeps the prices of packs')
    expect(warnings.join()).toContain('SHIRT (S, L)')
    expect(await packs(shop)).toEqual([...ATTA, 'besan 500 g 65 40', BESAN[1], ...shirt])
    const cap = shop.db
      .selectFrom('product')
      .select(['sizes', 'price_paise'])
      .where('sku', '=', 'CAP')
    expect({ ...(await cap.executeTakeFirst()) }).toEqual({ sizes: 'S|L', price_paise: 9500 })

    const complete = 'sku,name,category,price,stock,weight\nSHIRT,Shirt,Cloth,250,9,\n'
    expect(await importText(shop, complete)).toMatchObject({ unchanged: 1, pricesKept: 1 })
    const stocks = 'sku,weight,stock\nBESA,1 kg,13\nSHIRT,,5|6\nATTA,1 kg,\n'
    expect(await bringList(shop, stocks)).toMatchObject({ changed: 2, errors: [] })
    const sale = 'sku,weight,saleprice\nBESA,500 g,60\nSHIRT,,150|160\n'
    expect(await bringList(shop, sale)).toMatchObject({ changed: 2, errors: [] })
    const sold = ['besan 500 g 60 40', 'besan 1 kg 118 13', 'shirt S 150 5', 'shirt L 160 6']
    expect(await packs(shop)).toEqual([...ATTA, ...sold])

    // Packs that a list does name replace those of another kind.
    const other = 'sku,ram\nSHIRT,A=150|B=160\n'
    expect(await importText(shop, other)).toMatchObject({ changed: 1, errors: [] })
    expect((await packs(shop)).slice(-2).map((pack) => pack.slice(0, 7))).toEqual([
      'shirt A',
      'shirt B',
    ])
    const onSale = 'sku,weight,saleprice\nSHIRT,1 kg=150|2 kg=280,140|\n'
    expect(await bringList(shop, onSale)).toMatchObject({ changed: 1, errors: [] })
    expect((await packs(shop)).slice(-2).map((pack) => pack.slice(0, 10))).toEqual([
      'shirt 1 kg',
      'shirt 2 kg',
    ])
  })

  test('a row of several packs among rows of one, or a broken one, is refused by its line; the others count (E01)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const list = `sku,weight,price
ATTA,1 kg=70|5 kg=380,
BESA,500 g,65
BESA,"1 kg"x,120
BESA,1 kg,1,20
ATTA,,64
BESA,#N/A,120
`
    const told = [
      [2, 'ATTA', expect.stringContaining('lists several packs')],
      [4, 'BESA', expect.stringContaining('double quote')],
      [5, 'BESA', expect.stringContaining('4 columns')],
      [6, 'ATTA', expect.stringContaining('1 kg, 5 kg')],
      [7, 'BESA', expect.stringContaining('(#N/A)')],
    ]
    const report = await bringList(shop, list)
    expect(report.errors.map(({ line, sku, reason }) => [line, sku, reason])).toEqual(told)
    expect(await bringList(shop, list, { skipInvalid: true })).toMatchObject({ changed: 1 })
    expect(await packs(shop)).toEqual([...ATTA, 'besan 500 g 65 40', 'besan 1 kg 118 12'])
  })

  test('a second row for the same pack is refused with both lines, and so are texts that differ (E01)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const twice = 'sku,weight,price\nATTA,5 kg,385\nATTA,5KG,395\n'
    const { errors } = await bringList(shop, twice)
    expect(errors).toMatchObject([{ line: 3, sku: 'ATTA', column: 'weight' }])
    expect(errors[0]?.reason).toContain('“5KG” is already on line 2')
    const names = 'sku,name,weight,price\nATTA,Atta,1 kg,65\nATTA,Atta 5 kg,5 kg,290\n'
    expect((await bringList(shop, names)).errors).toMatchObject([{ line: 3, column: 'name' }])
    expect(await packs(shop)).toEqual([...ATTA, ...BESAN])
  })

  test('the same quantity in other units is the pack that is there, and another one is told (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const list = 'sku,weight,price\nBESA,500 gm,63\nBESA,1000 Grams,119\nATTA,5000g,290\n'
    expect(await bringList(shop, list)).toMatchObject({ changed: 2, errors: [] })
    expect(await packs(shop)).toEqual([
      ...['atta 1 kg 64 null', 'atta 5 kg 290 null'],
      ...['besan 500 g 63 40', 'besan 1 kg 119 12'],
    ])
    const more = 'sku,weight,price\nATTA,2 x 500 g,66\nATTA,10 kg,560\n'
    const { alarms } = await bringList(shop, more, { dryRun: true })
    expect(alarms).toMatchObject([
      { text: '1 product would have more packs: Atta 2 x 500 g, 10 kg', isGrave: false },
    ])
  })

  test('a sale of one pack leaves those of the others (E16)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    await bringList(shop, 'sku,saleprice,saleuntil\nBESA,60|110,2999-01-01\n')
    await bringList(shop, 'sku,weight,saleprice,saleuntil\nBESA,500 g,59,2999-01-01\n')
    const sales = shop.db.selectFrom('pack').select('sale_paise').where('product_id', '=', 'besan')
    expect(await sales.orderBy('position').execute()).toEqual([
      { sale_paise: 5900 },
      { sale_paise: 11_000 },
    ])
  })
})
