import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { findFaultyCells } from '#lib/server/import/read/faulty-cells.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import {
  folderOf,
  importPath,
  lastNames,
  picture,
  rowsOf,
} from '#tests/support/lists/import-files.ts'
import { products, smallFolder } from '#tests/support/lists/small-folder.ts'

forEachDatabase((open) => {
  test('a folder without delivery.csv leaves the list of PIN codes, and an empty one clears it', async () => {
    await using shop = await open()
    const pins = () => shop.db.selectFrom('delivery_pin').select('prefix').execute()
    await importPath(shop, await smallFolder())
    const folder = await smallFolder()
    rmSync(join(folder, 'delivery.csv'))
    expect(await importPath(shop, folder)).toMatchObject({ errors: [], import: null })
    expect(await pins()).toEqual([{ prefix: '11' }])
    writeFileSync(join(folder, 'delivery.csv'), '')
    expect(await importPath(shop, folder)).toMatchObject({ isRefused: true })
    writeFileSync(join(folder, 'delivery.csv'), 'pin\n')
    expect(await importPath(shop, folder)).toMatchObject({ errors: [] })
    expect(await pins()).toEqual([])
  })

  test('a folder without synonyms.csv leaves other names as they are, and lines with a fault are named', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    await importPath(shop, folder)
    expect(await loadSynonyms(shop.db)).toEqual(['besan|gram flour', 'til|sesame'])
    rmSync(join(folder, 'synonyms.csv'))
    expect(await importPath(shop, folder)).toMatchObject({ errors: [], import: null })
    expect(await loadSynonyms(shop.db)).toHaveLength(2)
    writeFileSync(join(folder, 'synonyms.csv'), 'names\nbesan\nrava|suji\n')
    const { errors } = await importPath(shop, folder)
    expect(errors).toMatchObject([{ line: 2, column: 'names' }])
    expect(errors[0]?.reason).toContain('synonyms.csv: Write two to 20 names')
    writeFileSync(join(folder, 'synonyms.csv'), 'names\nrava|suji\n')
    const { changes } = await importPath(shop, folder, { dryRun: true })
    expect(changes).toEqual([
      {
        what: 'Search synonyms',
        sku: '',
        field: 'names',
        old: 'besan|gram flour; til|sesame',
        new: 'rava|suji',
      },
    ])
    await importPath(shop, folder)
    expect(await loadSynonyms(shop.db)).toEqual(['rava|suji'])
  })

  test('the files beside the products are read however a spreadsheet saved them, with a note (E01)', async () => {
    await using shop = await open()
    const wide = (text: string) =>
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const folder = folderOf({
      'products.csv': products('A,Crème,Dairy,Fresh,40,'),
      'categories.csv': Buffer.from('category;subcategory;order\nDairy;;1\nDairy;Fresh;2\n'),
      'delivery.csv': 'pin;when\n411;tomorrow, by noon\n',
      'synonyms.csv': Buffer.from('names\ncrème|cream\n', 'latin1'),
      'banners.csv': wide('image\talt\ndal.png\tDal “दाल”\n'),
      'images/dal.png': await picture('#cc0000'),
    })
    const { errors, warnings } = await importPath(shop, folder)
    expect(errors).toEqual([])
    expect(warnings.filter((note) => /^(cat|del|syn|ban)/.test(note))).toEqual([
      'categories.csv: The columns are separated by semicolons and are read that way',
      expect.stringContaining('banners.csv: The file is saved as UTF-16'),
      'banners.csv: The columns are separated by tabs and are read that way',
      'delivery.csv: The columns are separated by semicolons and are read that way',
      expect.stringContaining('synonyms.csv: The file is saved as Windows-1252'),
    ])
    expect(await loadSynonyms(shop.db)).toEqual(['crème|cream'])
    expect(await shop.db.selectFrom('banner').select('alt').execute()).toEqual([
      { alt: 'Dal “दाल”' },
    ])
    const pins = shop.db.selectFrom('delivery_pin').select(['prefix', 'words'])
    expect(await pins.execute()).toEqual([{ prefix: '411', words: 'tomorrow, by noon' }])
    writeFileSync(join(folder, 'delivery.csv'), 'pin;when\nx;soon\n')
    const { errors: faults } = await importPath(shop, folder)
    expect(await findFaultyCells(folder, undefined, faults)).toMatchObject([
      { line: 2, column: 'pin', cell: 'x' },
    ])
  })

  test('a banner that leads to no page of the shop is told before and when it comes', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    const links = [
      '/nowhere',
      '/product/toor-dal',
      '/subcat/dal?sort=new',
      '/about',
      '/offers',
      '/category/tee',
    ]
    const lines = links.map((link) => `dal.png,Dal,,,${link},`)
    writeFileSync(
      join(folder, 'banners.csv'),
      ['image,alt,title,text,link,order', ...lines, ''].join('\n'),
    )
    const note = 'banners.csv: /nowhere, /category/tee are no pages of this shop'
    const checked = await checkCatalogue(folder, shop.db, undefined)
    expect([checked?.errors, checked?.warnings]).toEqual([[], [note]])
    for (const dryRun of [true, false])
      expect((await importPath(shop, folder, { dryRun })).warnings).toEqual([note])
  })

  test('another picture under the same name, and another order, are said before they come', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    await importPath(shop, folder)
    writeFileSync(join(folder, 'images/dal.png'), await picture('#001122'))
    const lines = readFileSync(join(folder, 'categories.csv'), 'utf8')
    writeFileSync(join(folder, 'categories.csv'), lines.replace('Tea,,,3', 'Tea,,,5'))
    const { changes } = await importPath(shop, folder, { dryRun: true })
    const of = (what: string) => changes.filter((change) => change.what === what)
    expect(of('product Toor dal')).toMatchObject([
      { field: 'images', old: 'dal.png', new: 'dal.png (new picture)' },
    ])
    expect(of('product Rice')).toMatchObject([
      { field: 'images', old: 'rice.png|dal.png', new: 'rice.png|dal.png (new picture)' },
    ])
    expect(of('category Pulses')).toMatchObject([
      { field: 'image', old: 'dal.png', new: 'dal.png (new picture)' },
    ])
    expect(of('category Tea')).toMatchObject([{ field: 'order', old: '3', new: '5' }])
  })

  test('a folder brings products, categories, banners, shop and pictures', async () => {
    await using shop = await open()
    const report = await importPath(shop, await smallFolder())
    expect(report).toMatchObject({ errors: [], warnings: [], added: 2, import: 1 })
    expect(await lastNames(shop)).toEqual(
      expect.arrayContaining(['shop:name', 'categories', 'banners', 'list:dal']),
    )
    const categories = await rowsOf(shop, 'category')
    expect(categories).toHaveLength(4)
    expect(categories).toContainEqual(
      expect.objectContaining({ id: 'pulses', position: 1, image: 'dal.png' }),
    )
    expect(categories).toContainEqual(
      expect.objectContaining({ id: 'tea', position: 3, picture_id: null }),
    )
    expect(await rowsOf(shop, 'banner')).toMatchObject([
      { position: 0, image: 'dal.png', title: 'Dal week' },
      { position: 1, image: 'wide.png', link: '/category/rice' },
    ])
    expect(await importPath(shop, await smallFolder())).toMatchObject({
      unchanged: 2,
      import: null,
    })
  })

  test('what categories.csv and banners.csv have no column for stays as it is (E16)', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    await importPath(shop, folder)
    const before = await rowsOf(shop, 'banner')
    const lines = readFileSync(join(folder, 'categories.csv'), 'utf8').trim().split('\n')
    const places = lines.slice(1).map((line) => line.split(',').slice(0, 2).join(','))
    writeFileSync(
      join(folder, 'categories.csv'),
      ['category,subcategory', ...places, ''].join('\n'),
    )
    writeFileSync(
      join(folder, 'banners.csv'),
      'image,title\nwide.png,Rice week\ndal.png,Dal fair\n',
    )
    expect((await importPath(shop, folder)).errors).toEqual([])
    const pulses = (await rowsOf(shop, 'category')).find(({ id }) => id === 'pulses')
    expect(pulses).toMatchObject({ image: 'dal.png', picture_id: expect.any(String) })
    const [dal, wide] = before
    const after = await rowsOf(shop, 'banner')
    expect(after).toEqual([
      { ...wide, position: 0, title: 'Rice week' },
      { ...dal, position: 1, title: 'Dal fair' },
    ])
    expect(after[0]).toMatchObject({ link: '/category/rice' })
  })

  test('what changes beside the products is announced by its own name', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    await importPath(shop, folder)
    writeFileSync(join(folder, 'shop.json'), '{"name":"Sharma & Sons","returndays":7}')
    await importPath(shop, folder)
    expect(await lastNames(shop)).toEqual(['shop:name'])
    writeFileSync(join(folder, 'banners.csv'), 'image,alt,title,text,link,order\n')
    await importPath(shop, folder)
    expect(await lastNames(shop)).toEqual(['banners'])
    writeFileSync(join(folder, 'images/rice.png'), await picture('#ffffff', 300, 200))
    await importPath(shop, folder)
    expect(await lastNames(shop)).toEqual(['card:rice', 'chunk:0', 'product:rice'])
  })

  test('categories.csv decides names and order, and what it lacks stands after', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    await importPath(shop, folder)
    writeFileSync(join(folder, 'categories.csv'), 'category,subcategory\nPULSES,\nPULSES,DAL\n')
    await importPath(shop, folder)
    const shown = (await rowsOf(shop, 'category')).flatMap((row) =>
      'parent_id' in row && row.parent_id === null && row.position >= 0 ? [row] : [],
    )
    expect(shown.sort((a, b) => a.position - b.position).map((row) => row.name)).toEqual([
      'PULSES',
      'Rice',
    ])
    expect(await lastNames(shop)).toEqual([
      'categories',
      'list:tea',
      'place:pulses',
      'place:tea',
      'product:toor-dal',
    ])
  })
})

test('faults beside the products name their file, line and column', async () => {
  await using shop = await openSqlite()
  const folder = folderOf({
    'products.csv': products('A,One,X,,1,'),
    'categories.csv':
      'category,subcategory,image,order\nX,,../x.png,\nY,,,first\n,Z,,\ny,,,\nW,,w.png,\n',
    'banners.csv': 'image,link\na.png,https://elsewhere.example/\n,/\nb.png\n',
    'shop.json': '{\n  "name": "",\n  "fax": "1",\n  "returndays": 7.5\n}',
  })
  const { errors, isRefused } = await importPath(shop, folder)
  expect(isRefused).toBe(true)
  expect(errors.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
    expect.stringMatching(/^2 image categories\.csv: .*no paths/),
    expect.stringMatching(/^2 link banners\.csv: .*an address of this shop/),
    expect.stringMatching(/^2 name shop\.json: name must be filled in/),
    expect.stringMatching(/^3 order categories\.csv: .*“first”/),
    expect.stringMatching(/^3 image banners\.csv: The image is missing/),
    expect.stringMatching(/^3 fax shop\.json: “fax” is not known/),
    expect.stringMatching(/^4 category categories\.csv: The category is missing/),
    expect.stringMatching(/^4 null banners\.csv: The row has 1 column/),
    expect.stringMatching(/^4 returndays shop\.json: returndays must be a whole number/),
    expect.stringMatching(/^5 category categories\.csv: “y” is already on line 3/),
    expect.stringMatching(/^6 image categories\.csv: The shop has no image “w\.png” yet/),
  ])
})

test('a shop.json that is no JSON is told with its line', async () => {
  await using shop = await openSqlite()
  const folder = folderOf({
    'products.csv': products(),
    'shop.json': '{\n  "name": "A"\n  "area": "B"\n}',
  })
  expect((await importPath(shop, folder)).errors).toEqual([
    {
      line: 3,
      sku: '',
      column: null,
      reason: expect.stringContaining('shop.json: This is not valid JSON'),
    },
  ])
})
