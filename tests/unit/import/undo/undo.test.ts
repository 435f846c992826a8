import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import {
  folderOf,
  importPath,
  importText,
  newFolder,
  picture,
} from '#tests/support/lists/import-files.ts'

const HEADER = 'sku,name,category,subcategory,price,stock'
const DAL = 'DAL-1,Toor dal,Pulses,Dal,120,10'
const RICE = 'RICE-1,Basmati,Rice,,90,5'

/** The products as an export has them, which is all that editors see. */
async function exported(shop: TestDatabase): Promise<string> {
  const file = join(newFolder(), 'out.csv')
  await exportCatalogue(shop.db, file, shop)
  // Without the time of the export, which is different each time.
  return readFileSync(file, 'utf8').replaceAll(/ @ [^\s,]*Z( #\d+)?/g, '')
}

const TABLES = [
  ...(['product', 'pack', 'product_image', 'banner'] as const),
  ...(['shop', 'content_page', 'delivery_pin', 'synonym'] as const),
]

/** Everything that an import may change. */
async function everything(shop: TestDatabase) {
  const rows = await Promise.all(
    TABLES.map((table) => shop.db.selectFrom(table).selectAll().execute()),
  )
  const sorted = rows.map((table) => table.map((row) => JSON.stringify(row)).sort())
  const categories = await shop.db
    .selectFrom('category')
    .select(['id', 'name', 'position', 'image'])
    .where('position', '>=', 0)
    .orderBy('id')
    .execute()
  return { sorted, categories }
}

async function undone(shop: TestDatabase, number?: number) {
  const result = await undoImport(shop.db, { number })
  if ('isRefused' in result) throw new Error(result.reasons.join('\n'))
  return result
}

async function refused(shop: TestDatabase, number?: number): Promise<string> {
  const before = await everything(shop)
  const result = await undoImport(shop.db, { number })
  if (!('isRefused' in result)) throw new Error('The undo was not refused')
  expect(await everything(shop)).toEqual(before)
  return result.reasons.join('\n')
}

const contentOf = (title: string) =>
  `---\ntitle: ${title}\ndescription: About us.\ndate: 2026-11-09\n---\n\nWe sell dal.\n`

forEachDatabase((open) => {
  test('an undo restores every field, pack, picture, category, banner and page exactly (E04)', async () => {
    await using shop = await open()
    const files = {
      'images/a.png': await picture('red'),
      'images/b.png': await picture('blue'),
      'categories.csv': 'category,subcategory,image,order\nPulses,,a.png,1\nPulses,Dal,,2\n',
      'banners.csv': 'image,alt,title,text,link,order\na.png,Dal,Eat dal,,/category/pulses,1\n',
      'pages/about.md': contentOf('About'),
      'delivery.csv': 'pin\n2480\n249\n',
      'synonyms.csv': 'names\ndal|lentils\n',
      'shop.json': JSON.stringify({ name: 'Chulhavali' }),
    }
    const head = 'sku,name,category,subcategory,price,oldprice,weight,stock,images'
    await importPath(
      shop,
      folderOf({
        ...files,
        'products.csv': `${head}\nD,Dal,Pulses,Dal,,,500 g=60/70|1 kg=110,3|4,a.png\nR,Rice,Rice,,90,95,,7,a.png|b.png\n`,
      }),
    )
    const before = await everything(shop)
    await importPath(
      shop,
      folderOf({
        ...files,
        'categories.csv': 'category,subcategory,image,order\nPulses,,b.png,5\nGrains,,,1\n',
        'banners.csv': 'image,alt,title,text,link,order\nb.png,Rice,Eat rice,,/category/rice,1\n',
        'pages/about.md': contentOf('About the shop'),
        'delivery.csv': 'pin\n1100\n',
        'synonyms.csv': 'names\ndal|pulses\nrice|chawal|arisi\n',
        'pages/jobs.md': contentOf('Jobs'),
        'shop.json': JSON.stringify({ name: 'Another' }),
        'products.csv': `${head}\nD,Masoor,Grains,,,,500 g=65|2 kg=200,1|2,b.png\nN,New,New,,5,,,1,\n`,
      }),
      { replace: true },
    )
    expect(await undone(shop)).toMatchObject({ undoes: 2, import: 3 })
    const after = await everything(shop)
    expect(after.categories).toEqual(before.categories)
    const isNew = (row: string) => row.includes('"sku":"N"')
    expect(after.sorted[0]?.filter((row) => !isNew(row))).toEqual(before.sorted[0])
    // A new product is off sale after the undo, but kept, as orders may name it.
    expect(JSON.parse(after.sorted[0]?.find(isNew) ?? '{}').withdrawn_at).toBeGreaterThan(0)
    expect(after.sorted.slice(1)).toEqual(before.sorted.slice(1))
  })

  test('an undo keeps what later imports did to other products and other fields', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${DAL}\n${RICE}\n`)
    await importText(shop, 'sku,name,category,price\nDAL-1,Toor dal,Pulses,99\n')
    await importText(shop, 'sku,name,category,price\nRICE-1,Basmati,Rice,80\n')
    await importText(shop, 'sku,name,category,price,unit\nDAL-1,Toor dal,Pulses,99,1 kg\n')
    await undone(shop, 2)
    const out = await exported(shop)
    expect(out).toMatch(/^DAL-1,Toor dal,,Pulses,Dal,,120\.00,.*,1 kg,/m)
    expect(out).toMatch(/^RICE-1,Basmati,,Rice,,,80\.00,/m)
  })

  test('where the shop delivers is taken back too, unless it was changed later', async () => {
    await using shop = await open()
    const products = `${HEADER}\n${DAL}\n`
    const deliver = (pins: string) =>
      importPath(shop, folderOf({ 'products.csv': products, 'delivery.csv': `pin\n${pins}\n` }))
    const pins = async () =>
      (await shop.db.selectFrom('delivery_pin').select('prefix').execute()).map((r) => r.prefix)
    await deliver('2480')
    expect(await deliver('2490')).toMatchObject({ import: 2, unchanged: 1 })
    await deliver('1100')
    expect(await refused(shop, 2)).toContain('delivery.csv was changed later.')
    await undone(shop)
    await undone(shop)
    expect(await pins()).toEqual(['2480'])
  })

  test('an import of which what was before may be half forgotten is not taken back', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${DAL}\n${RICE}\n`)
    await importText(shop, `${HEADER}\n${DAL.replace('120', '130')}\n${RICE.replace('90', '99')}\n`)
    const created_at = Date.now() - 181 * 24 * 3_600_000
    await shop.db.updateTable('catalogue_import').set({ created_at }).execute()
    const ofDal = shop.db.selectFrom('product').select('id').where('sku', '=', 'DAL-1')
    await shop.db.deleteFrom('import_change').where('key', 'in', ofDal).execute()
    expect(await refused(shop)).toContain('Import 2 is too old')
  })

  test('an undo that would overwrite a later change is refused, and says which', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${DAL}\n`)
    await importText(shop, 'sku,name,category,price\nDAL-1,Toor dal,Pulses,99\n')
    await importText(shop, 'sku,name,category,price\nDAL-1,Toor dal,Pulses,101\n')
    expect(await refused(shop, 2)).toContain(
      'Product DAL-1 (Toor dal): price: import 3 changed it later.',
    )
    expect(await refused(shop, 1)).toContain('DAL-1 (Toor dal) was new; import 3 changed it later')
    expect(await refused(shop, 9)).toBe('There is no import 9.')
    // Once the later change is undone, nothing stands in the way.
    await undone(shop)
    await undone(shop)
    expect(await exported(shop)).toMatch(/^DAL-1,.*,120\.00,/m)
    expect(await refused(shop, 2)).toContain('was already taken back')
  })

  test('without a number an undo goes back step by step, and by its number it is undone', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${DAL}\n`)
    const first = await exported(shop)
    await importText(shop, `${HEADER}\n${RICE}\n`, { replace: true })
    const second = await exported(shop)
    expect(await undone(shop)).toMatchObject({ undoes: 2, import: 3 })
    expect(await exported(shop)).toBe(first)
    expect(await undone(shop, 3)).toMatchObject({ undoes: 3, import: 4 })
    expect(await exported(shop)).toBe(second)
    expect(await undone(shop)).toMatchObject({ undoes: 2, import: 5 })
    expect(await undone(shop)).toMatchObject({ undoes: 1, import: 6 })
    expect(await exported(shop)).not.toContain('DAL-1')
    expect(await refused(shop)).toBe('There is no import to take back.')
  })

  test('an undo of an undo does not take what another undo changed for sales', async () => {
    await using shop = await open()
    const stock = (units: number) =>
      importText(shop, `${HEADER}\nDAL-1,Toor dal,Pulses,Dal,120,${units}\n`)
    await stock(3)
    await stock(10)
    await stock(20)
    expect(await undone(shop, 3)).toMatchObject({ import: 4 })
    expect(await undone(shop, 2)).toMatchObject({ import: 5 })
    expect(await refused(shop, 4)).toContain('stock: import 5 changed it later.')
    expect(await exported(shop)).toMatch(/^DAL-1,.*,3,/m)
  })

  test('units that were sold since stay sold', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${DAL}\n`)
    await importText(shop, `${HEADER}\n${DAL.replace('10', '50')}\n`)
    const sell = (units: number) =>
      shop.db
        .updateTable('product')
        .set((eb) => ({ stock: eb('stock', '-', units) }))
        .execute()
    await sell(3)
    await undone(shop)
    expect(await exported(shop)).toMatch(/^DAL-1,.*,7,/m)
    // Only 7 were there before the import, so 18 cannot have been sold of them.
    await importText(shop, `${HEADER}\n${DAL.replace('10', '50')}\n`)
    await sell(18)
    expect(await refused(shop)).toContain('stock')
  })

  test('a dry run says what an undo would do, and does nothing', async () => {
    await using shop = await open()
    await importRows(shop, [{ sku: 'DAL-1' }])
    await importRows(shop, [{ sku: 'DAL-1', price: '99' }])
    const before = await everything(shop)
    const result = await undoImport(shop.db, { dryRun: true })
    expect(result).toMatchObject({
      import: null,
      changes: [{ sku: 'DAL-1', field: 'price', old: '99.00', new: '120.00' }],
    })
    expect(await everything(shop)).toEqual(before)
  })
})
