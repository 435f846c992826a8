import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { inSnapshot, inTransaction, openDatabase } from '#lib/server/database/database.ts'
import { waitForOthers } from '#lib/server/import/apply/history.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { folderOf, importPath, picture, rowsOf } from '#tests/support/lists/import-files.ts'

const HEADER =
  'sku,name,brand,category,subcategory,description,price,oldprice,images,ram,size,weight,countries,stock,unit,featured,aliases,gtin,rating,specs,hsn,gst,veg,origin,shelflife'

async function fullFolder(): Promise<string> {
  return folderOf({
    'products.csv': [
      HEADER,
      '-1,=cmd|A0,@home,+Pulses,-Dal,"-Two\nlines, ""quoted""",98.5,120,a.png|b.png,,,,India|Nepal,7,1 kg,yes,tur|अरहर,8901234567890,4.3,Grade=A|Storage=Dry,0713,5.25,veg,"Pune, India",6 months',
      "B,''=already protected,,Rice,,'plain apostrophe,10,,b.png,2 GB|4 GB,,,,,,,,,,,,,,,",
      'C,Packs,,Rice,Broken,,,,,,S|M,1 kg=64.00/70.00|5 kg=289.00,,60|,1 kg,,,,5,,,0,nonveg,,',
      '',
    ].join('\r\n'),
    'categories.csv': 'category,subcategory,image,order\nRice,,b.png,2\n+Pulses,,,1\nTea,,,\n',
    'banners.csv': 'image,alt,title,text,link,order\nb.png,=alt,-title,@text,/,\n',
    'shop.json': '{"name":"Sharma Stores","sameas":["https://example.com/a"]}',
    'images/a.png': await picture('#ff0000'),
    'images/b.png': await picture('#00ff00'),
  })
}

/** The file without the time of the export, which is in each row. */
function bytesOf(file: string): Buffer {
  const bytes = readFileSync(file)
  return file.endsWith('products.csv')
    ? Buffer.from(bytes.toString().replaceAll(/ @ [^\s,]*Z( #\d+)?/g, ''))
    : bytes
}

async function everything(shop: TestDatabase) {
  const tables = ['product', 'pack', 'category', 'banner'] as const
  const rows = await Promise.all(tables.map((table) => rowsOf(shop, table)))
  const { version } = await shop.db
    .selectFrom('catalogue_version')
    .selectAll()
    .executeTakeFirstOrThrow()
  return { rows, version }
}

forEachDatabase((open) => {
  test('an export waits for no import, and keeps none waiting', async () => {
    await using shop = await open()
    await importPath(shop, await fullFolder())
    const folder = join(folderOf({}), 'export')
    const editor = openDatabase(shop.url)
    // Somebody else is in the middle of an import.
    await inTransaction(editor, async (trx) => {
      await waitForOthers(trx)
      await trx.updateTable('product').set({ name: 'Half done' }).execute()
      expect(await exportCatalogue(shop.db, folder, shop)).toBe(3)
      return { ok: true, value: undefined }
    })
    const written = readFileSync(join(folder, 'products.csv'), 'utf8')
    expect(written).not.toContain('Half done')

    const found = await inSnapshot(shop.db, async (trx) => {
      const names = () => trx.selectFrom('product').select('name').execute()
      const before = await names()
      await editor.updateTable('product').set({ name: 'Later' }).execute()
      return [before, await names()]
    })
    await editor.destroy()
    expect(found[1]).toEqual(found[0])
  })

  test('an exported folder imported again changes nothing (E03)', async () => {
    await using shop = await open()
    expect((await importPath(shop, await fullFolder())).errors).toEqual([])
    const before = await everything(shop)
    const folder = join(folderOf({}), 'export')
    expect(await exportCatalogue(shop.db, folder, shop)).toBe(3)
    expect(readdirSync(folder).sort()).toEqual([
      'banners.csv',
      'categories.csv',
      'images',
      'products.csv',
      'shop.json',
    ])
    expect(await importPath(shop, folder, { replace: true })).toMatchObject({
      errors: [],
      warnings: [],
      unchanged: 3,
      added: 0,
      changed: 0,
      withdrawn: 0,
      import: null,
    })
    expect(await everything(shop)).toEqual(before)
  })

  test('an exported folder makes the same shop out of an empty database', async () => {
    await using shop = await open()
    await importPath(shop, await fullFolder())
    const folder = join(folderOf({}), 'export')
    await exportCatalogue(shop.db, folder, shop)
    await using other = await open()
    await importPath(other, folder)
    const again = join(folderOf({}), 'export')
    await exportCatalogue(other.db, again, other)
    for (const name of [
      'products.csv',
      'categories.csv',
      'banners.csv',
      'shop.json',
      'images/a.png',
    ]) {
      expect(bytesOf(join(again, name)).equals(bytesOf(join(folder, name)))).toBe(true)
    }
  })

  test('a path that ends in .csv gets the products alone', async () => {
    await using shop = await open()
    await importPath(shop, await fullFolder())
    const file = join(folderOf({}), 'all.csv')
    await exportCatalogue(shop.db, file, shop)
    expect(await importPath(shop, file)).toMatchObject({ unchanged: 3, import: null })
  })
})

test('no cell of an export begins like a formula', async () => {
  await using shop = await openSqlite()
  await importPath(shop, await fullFolder())
  const file = join(folderOf({}), 'all.csv')
  await exportCatalogue(shop.db, file, shop)
  expect(readFileSync(file, 'utf8')).not.toMatch(/(^|,)"?[=+\-@]/m)
})

test('an export over an older one replaces its files and leaves others alone', async () => {
  await using shop = await openSqlite()
  const folder = await fullFolder()
  await importPath(shop, folder)
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  await exportCatalogue(shop.db, folder, shop)
  expect(readFileSync(join(folder, 'products.csv'), 'utf8')).toMatch(/^sku,name,brand,/)
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('two pictures that came under one name are both in the export', async () => {
  await using shop = await openSqlite()
  const csv = (sku: string) => `sku,name,category,price,images\n${sku},Dal,Pulses,1,a.png\n`
  await importPath(
    shop,
    folderOf({ 'products.csv': csv('A'), 'images/a.png': await picture('#ff0000') }),
  )
  await importPath(
    shop,
    folderOf({ 'products.csv': csv('B'), 'images/a.png': await picture('#0000ff') }),
  )
  const folder = join(folderOf({}), 'export')
  await exportCatalogue(shop.db, folder, shop)
  expect(readdirSync(join(folder, 'images'))).toHaveLength(2)
  expect(await importPath(shop, folder)).toMatchObject({ unchanged: 2, import: null })
  expect(existsSync(join(folder, 'shop.json'))).toBe(false)
})

test('any texts survive export and import', async () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 15 })
  const start = fc.constantFrom('', '=', "'", "'=", "''-", '-', '@x', '"')
  const text = fc.tuple(start, word).map(([sign, rest]) => `${sign}${rest}`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        await using shop = await openSqlite()
        const lines = rows.map(([name, brand, description], i) =>
          csvLine([`S-${i}`, `${name}a`, 'X', '1', brand, description]),
        )
        const file = join(
          folderOf({ 'p.csv': `sku,name,category,price,brand,description\r\n${lines.join('')}` }),
          'p.csv',
        )
        await importPath(shop, file, { skipInvalid: true })
        const before = await everything(shop)
        await exportCatalogue(shop.db, file, shop)
        expect(await importPath(shop, file)).toMatchObject({ errors: [], import: null })
        expect(await everything(shop)).toEqual(before)
      },
    ),
    { numRuns: 25 },
  )
})
