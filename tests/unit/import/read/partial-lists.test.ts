import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

const WHOLE = `sku,name,brand,category,subcategory,description,price,oldprice,weight,stock,featured,unit
DAL,Toor dal,Hill,Pulses,Dal,Good dal.,120,150,,10,yes,1 kg
RICE,Rice,Field,Grains,Rice,Long grain.,,,500 g=62|1 kg=118/130,40|12,no,
`

async function bring(shop: TestDatabase, text: string, skipInvalid = false) {
  const file = join(shop.dataDir, 'list.csv')
  writeFileSync(file, text)
  const report = await importCatalogue(shop.db, file, { dataDir: shop.dataDir, skipInvalid })
  if (!report) throw new Error('no list')
  return report
}

async function product(shop: TestDatabase, sku: string) {
  const query = shop.db.selectFrom('product').selectAll().where('sku', '=', sku)
  const { id, changed_at: _, ...fields } = await query.executeTakeFirstOrThrow()
  const packs = await shop.db
    .selectFrom('pack')
    .select(['label', 'price_paise', 'stock'])
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...fields, packs }
}

/** The names of a product's category and sub-category, and where old category addresses redirect. */
async function placeOf(shop: TestDatabase, sku: string) {
  const { category_id, subcat_id } = await product(shop, sku)
  const rows = await shop.db.selectFrom('category').select(['id', 'name', 'moved_to']).execute()
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name
  const moved = Object.fromEntries(rows.map((row) => [row.id, nameOf(row.moved_to)]))
  return { category: nameOf(category_id), subcategory: nameOf(subcat_id), moved }
}

forEachDatabase((open) => {
  test('a list of sku and category renames a category, and each product keeps its part of it', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    await bring(shop, 'sku,category\nDAL,Lentils\nRICE,grains\n')
    const { moved, ...dal } = await placeOf(shop, 'DAL')
    expect(dal).toEqual({ category: 'Lentils', subcategory: 'Dal' })
    expect(moved).toMatchObject({ pulses: 'Lentils', dal: 'Dal' })
    expect(await placeOf(shop, 'RICE')).toMatchObject({ category: 'Grains', subcategory: 'Rice' })
    await bring(shop, 'sku,category,subcategory\nDAL,Lentils,\n')
    expect((await placeOf(shop, 'DAL')).subcategory).toBeUndefined()
  })

  test('a list of sku and price changes prices, and nothing else', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const before = await product(shop, 'DAL')
    const report = await bring(shop, 'sku,price\nDAL,99\n')
    expect(report).toMatchObject({ changed: 1, errors: [] })
    expect(report.warnings.join()).toContain('changes only price of products')
    const after = { ...before, price_paise: 9900, unit_paise: 9900 }
    expect(await product(shop, 'DAL')).toEqual(after)
  })

  test('a list of sku and stock counts products, and packs in their order', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const [dal, rice] = [await product(shop, 'DAL'), await product(shop, 'RICE')]
    await bring(shop, 'sku,stock\nDAL,7\nRICE,+5|0\n')
    expect(await product(shop, 'DAL')).toEqual({ ...dal, stock: 7 })
    const packs = rice.packs.map((pack, at) => ({ ...pack, stock: [45, 0][at] }))
    expect(await product(shop, 'RICE')).toEqual({ ...rice, packs })
  })

  test('a list of sku and featured turns the mark alone, a name keeps the address', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const [dal, rice] = [await product(shop, 'DAL'), await product(shop, 'RICE')]
    await bring(shop, 'sku,featured\nRICE,yes\n')
    expect(await product(shop, 'RICE')).toEqual({ ...rice, is_featured: 1 })
    await bring(shop, 'sku,name,description\nDAL,Arhar dal,\n')
    expect(await product(shop, 'DAL')).toEqual({ ...dal, name: 'Arhar dal', description: '' })
    expect((await bring(shop, 'sku,name,description\nDAL,Arhar dal,\n')).unchanged).toBe(1)
  })

  test('packs get new prices by sku and weight, and keep what is left of each', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const rice = await product(shop, 'RICE')
    await bring(shop, 'sku,weight\nRICE,500 g=60|1 kg=110\n')
    const packs = rice.packs.map((pack, at) => ({ ...pack, price_paise: [6000, 11_000][at] }))
    const after = { ...rice, price_paise: 6000, unit_paise: 12_000, packs }
    expect(await product(shop, 'RICE')).toEqual(after)
  })

  test('a GST of a quarter percent is kept whole, changed and taken back (E04)', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const gst = async () => (await product(shop, 'DAL')).gst_percent
    for (const [percent, stored] of [
      ['0.25', 0.25],
      ['18', 18],
      ['2.5%', 2.5],
      ['', null],
    ] as const) {
      expect(await bring(shop, `sku,gst\nDAL,${percent}\n`)).toMatchObject({ changed: 1 })
      expect(await gst()).toBe(stored)
    }
    expect(await undoImport(shop.db)).toMatchObject({ undoes: 5 })
    expect(await gst()).toBe(2.5)
  })

  test('a sku that the shop does not have, or a wrong number of stocks, is refused by row', async () => {
    await using shop = await open()
    await bring(shop, WHOLE)
    const list = 'sku,stock\nDAL,7\nNEW,3\nRICE,9\n'
    const refused = await bring(shop, list)
    expect(refused.isRefused).toBe(true)
    expect(refused.errors).toMatchObject([
      {
        line: 3,
        sku: 'NEW',
        reason: expect.stringContaining('also needs the columns name, category, price'),
      },
      { line: 4, sku: 'RICE', column: 'stock' },
    ])
    expect((await product(shop, 'DAL')).stock).toBe(10)
    await bring(shop, list, true)
    expect((await product(shop, 'DAL')).stock).toBe(7)
    expect((await product(shop, 'RICE')).packs.map(({ stock }) => stock)).toEqual([40, 12])
  })
})
