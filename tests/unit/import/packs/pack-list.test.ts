import { expect, test } from 'vitest'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { bringList, fileOf, importText } from '#tests/support/lists/import-files.ts'
import { Till } from '#tests/support/orders/stock-shop.ts'

const SHOP = `sku,name,category,price,stock,weight
ATTA,Atta,Flour,,40|12,1 kg=62/70|5 kg=280
DAL,Toor dal,Pulses,120,10,
`

forEachDatabase((open) => {
  test('a pack’s own price and stock come by sku and weight, a row each; other packs stay', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const list = 'sku,weight,price,stock\nATTA,5KG,265,+3\nATTA,1 kg,75,\nDAL,,118,9\n'
    const report = await bringList(shop, list)
    expect(report).toMatchObject({ changed: 2, errors: [] })
    const packs = shop.db
      .selectFrom('pack')
      .select(['label', 'price_paise', 'oldprice_paise', 'stock'])
    expect(await packs.orderBy('position').execute()).toEqual([
      { label: '1 kg', price_paise: 7500, oldprice_paise: null, stock: null },
      { label: '5 kg', price_paise: 26_500, oldprice_paise: null, stock: 15 },
    ])
    const dal = shop.db
      .selectFrom('product')
      .select(['price_paise', 'stock'])
      .where('sku', '=', 'DAL')
    expect(await dal.executeTakeFirst()).toEqual({ price_paise: 11_800, stock: 9 })
  })

  test('a pack’s stock without an export’s stamp brings nothing back that was sold (I3)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const till = new Till(shop)
    await till.sell('atta', 2, '5 kg')
    await till.sell('atta', 3, '1 kg')
    const take = (list: string, options = {}) => bringList(shop, list, options)
    const shelf = async () => {
      const packs = shop.db.selectFrom('pack').select(['label', 'stock']).orderBy('position')
      return Object.fromEntries((await packs.execute()).map(({ label, stock }) => [label, stock]))
    }
    expect(await take('sku,weight,stock\nATTA,5 kg,12\n')).toMatchObject({ isRefused: true })
    expect(await shelf()).toEqual({ '1 kg': 37, '5 kg': 10 })
    await take('sku,weight,stock\nATTA,5 kg,12\n', { stockMode: 'set' })
    expect(await shelf()).toEqual({ '1 kg': 37, '5 kg': 12 })
    await take('sku,weight,price\nATTA,5 kg,270\n')
    expect(await shelf()).toEqual({ '1 kg': 37, '5 kg': 12 })
  })

  test('what a list doesn’t say of packs stays, and what is no pack is said as before', async () => {
    await using shop = await open()
    const more = 'TEA,Tea,Drinks,90,5,\nOIL,Oil,Oils,,3|4,1 l=1150/1400|5 l=5000\n'
    await importText(shop, SHOP + more)
    const take = (list: string) => bringList(shop, list)
    // An old price above the new one stays, however the new one is written.
    const list = await take('sku,weight,price\nOIL,1 l,"1,180"\nTEA,,95\n')
    expect(list).toMatchObject({ changed: 2, errors: [] })
    const oil = shop.db.selectFrom('pack').selectAll().where('product_id', '=', 'oil')
    expect(await oil.where('position', '=', 0).executeTakeFirst()).toMatchObject({
      ...{ price_paise: 118_000, oldprice_paise: 140_000, stock: 3 },
    })
    // A pack without a stock must not count as always available.
    const slip = await take('sku,weight,price\nOIL,10 l,9000\n')
    expect(slip).toMatchObject({ isRefused: true, errors: [{ sku: 'OIL' }] })
    // Two rows for a product without packs are one too many, as in any list.
    const twice = await take('sku,weight,price\nOIL,1 l,1190\nTEA,1 kg,60\nTEA,2 kg,110\n')
    expect(twice).toMatchObject({ isRefused: true, errors: [{ line: 4, sku: 'TEA' }] })
    const stocks = await expandList(shop.db, fileOf('sku,weight,stock\nOIL,1 l,7\n'))
    expect(stocks?.text).toContain('7|+0')
  })

  test('faults keep their lines, and lists of whole products are left as they are', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const faulty = 'sku,weight,price\nDAL,,118\n\nATTA,1 kg,cheap\n'
    const { errors } = await bringList(shop, faulty)
    expect(errors).toMatchObject([{ line: 4, sku: 'ATTA', column: 'weight' }])
    for (const text of [
      SHOP,
      'sku,price\nDAL,1\n',
      'sku,weight,price\nATTA,1 kg=65,\n',
      'sku,weight,price\nDAL,1 kg,5\n',
    ]) {
      expect(await expandList(shop.db, fileOf(text))).toBeUndefined()
    }
  })
})
