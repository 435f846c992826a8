import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, importText } from '#tests/support/lists/import-files.ts'

const SHOP = `sku,name,category,price,weight,cost
DAL,Toor dal,Pulses,120,,100
RICE,Rice,Rice,,500 g=62|1 kg=118,500 g=50|1 kg=90
OIL,Til oil,Oils,50,,
`

async function alarmsOf(shop: TestDatabase, list: string): Promise<string[]> {
  const { alarms } = await importText(shop, list, { dryRun: true, skipInvalid: true })
  return alarms.map(({ text }) => text)
}

const costs = async ({ db }: TestDatabase) =>
  (await db.selectFrom('product').select('cost').orderBy('number').execute()).map(
    ({ cost }) => cost,
  )

forEachDatabase((open) => {
  test('what would be sold below its cost is told with names and numbers, the biggest loss first (E23)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    expect(await alarmsOf(shop, 'sku,price\nDAL,99.50\nOIL,20\n')).toEqual([
      '1 product would be sold below what it costs: Toor dal at ₹99.50, costs ₹100',
    ])
    const both = await alarmsOf(
      shop,
      'sku,name,category,price,weight\nDAL,Toor dal,Pulses,90,\nRICE,Rice,Rice,,500 g=62|1 kg=60\n',
    )
    expect(both).toEqual([
      '2 products would be sold below what they cost: Rice 1 kg at ₹60, costs ₹90; Toor dal at ₹90, costs ₹100',
    ])
    // A future sale counts, and so does a rising cost; a list without prices does not.
    const sale = 'sku,price,saleprice,salefrom\nDAL,120,95,2999-01-01\n'
    expect(await alarmsOf(shop, sale)).toEqual([expect.stringContaining('at ₹95, costs ₹100')])
    expect(await alarmsOf(shop, 'sku,cost\nDAL,130\nOIL,10\n')).toEqual([
      expect.stringContaining('Toor dal at ₹120, costs ₹130'),
    ])
    await importText(shop, 'sku,price\nDAL,80\n')
    expect(await alarmsOf(shop, 'sku,brand\nDAL,Doab\n')).toEqual([])
  })

  test('a cost is kept, taken back, and exported once any is known (E23)', async () => {
    await using shop = await open()
    const file = join(shop.dataDir, 'all.csv')
    const exported = async () => {
      await exportCatalogue(shop.db, file, shop)
      return readFile(file, 'utf8')
    }
    await importText(shop, 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n')
    expect((await exported()).split('\r\n')[0]).not.toContain('cost')
    await importText(shop, 'sku,cost\nDAL,"1,100.5"\n')
    expect(await costs(shop)).toEqual(['1100.50'])
    const text = await exported()
    expect(text.split('\r\n')[0]).toMatch(/,saleuntil,cost,stockwas$/)
    expect(text).toContain(',1100.50,')
    expect(await importText(shop, text)).toMatchObject({ unchanged: 1, changed: 0 })
    await importText(shop, 'sku,price\nDAL,130\n')
    expect(await costs(shop)).toEqual(['1100.50'])
    await undoImport(shop.db, { number: 2, editor: '' })
    expect(await costs(shop)).toEqual([''])
  })

  test('costs of packs are said pack by pack, or together by their names (E23)', async () => {
    await using shop = await open()
    await importText(shop, SHOP)
    const wrong = await importText(shop, 'sku,cost\nRICE,50|90\nDAL,abc\n', {
      dryRun: true,
      skipInvalid: true,
    })
    expect(wrong.errors.map(({ column, reason }) => [column, reason])).toEqual([
      ['cost', expect.stringContaining('with its name: 500 g=40|1 kg=75')],
      ['cost', expect.stringContaining('cost is “abc”')],
    ])
    await importText(shop, 'sku,cost\nRICE,1 kg=95\n')
    expect(await costs(shop)).toEqual(['100.00', '1 kg=95.00', ''])
    await bringList(shop, 'sku,weight,cost\nRICE,500G,51\nRICE,1 kg,\n')
    expect(await costs(shop)).toEqual(['100.00', '500 g=51.00', ''])
    const packs = await shop.db
      .selectFrom('pack')
      .select('price_paise')
      .orderBy('position')
      .execute()
    expect(packs.map((pack) => pack.price_paise)).toEqual([6200, 11_800])
  })
})
