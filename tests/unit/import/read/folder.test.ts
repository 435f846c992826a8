import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, lastNames, picture, rowsOf } from '#tests/support/import-files.ts'

const HEADER = 'sku,name,category,subcategory,price,images'
const products = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

async function smallFolder(): Promise<string> {
  return folderOf({
    'products.csv': products(
      'A,Toor dal,Pulses,Dal,120,dal.png',
      'B,Rice,Rice,,90,images/rice.png|dal.png',
    ),
    'categories.csv':
      'category,subcategory,image,order\nRice,,,2\nPulses,,dal.png,1\nPulses,Dal,,1\nTea,,,3\n',
    'banners.csv':
      'image,alt,title,text,link,order\nwide.png,A field,Harvest,New rice,/category/rice,2\ndal.png,Dal,Dal week,,,1\n',
    'shop.json': '{"name":"Sharma Stores","returndays":7}',
    'delivery.csv': 'pin\n11\n',
    'synonyms.csv': 'names\nbesan|gram flour\ntil| sesame |til\n',
    'pages/about.md': '---\ntitle: About\ndescription: Who we are.\n---\n\nWe sell dal.\n',
    'images/dal.png': await picture('#cc8800'),
    'images/rice.png': await picture('#eeeeee', 300, 200),
    'images/wide.png': await picture('#336600', 1500, 500),
  })
}

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
        what: 'Other names for the search',
        sku: '',
        field: 'names',
        old: 'besan|gram flour; til|sesame',
        new: 'rava|suji',
      },
    ])
    await importPath(shop, folder)
    expect(await loadSynonyms(shop.db)).toEqual(['rava|suji'])
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

test('each picture is turned once into every width, AVIF and WebP, and a preview', async () => {
  await using shop = await openSqlite()
  const folder = await smallFolder()
  await importPath(shop, folder)
  const uploads = join(shop.dataDir, 'uploads')
  const files = readdirSync(uploads).sort()
  // 40 px: itself; 300 px: 160 and itself; 1500 px: 160, 320, 640 and 1280; twice each, and previews.
  expect(files.filter((name) => /-\d+\.(avif|webp)$/.test(name))).toHaveLength(2 * (1 + 2 + 4))
  const preview = files.find((name) => name.endsWith('-og.jpg')) ?? ''
  expect(await sharp(join(uploads, preview)).metadata()).toMatchObject({
    width: 1200,
    height: 630,
    format: 'jpeg',
  })
  expect(readFileSync(join(uploads, preview)).length).toBeLessThan(300_000)
  const originals = readdirSync(join(uploads, 'originals'))
  expect(originals).toHaveLength(3)
  const original = originals.map((name) => readFileSync(join(uploads, 'originals', name)))
  expect(original.some((bytes) => bytes.equals(readFileSync(join(folder, 'images/dal.png'))))).toBe(
    true,
  )
})

test('one picture under several names is turned once, and again where its source is not whole (F40)', async () => {
  await using shop = await openSqlite()
  const red = await picture('#cc0000', 300, 200)
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.png`)
  const folder = folderOf({
    'products.csv': products(...names.map((name) => `${name},Dal ${name},Pulses,Dal,120,${name}`)),
    ...Object.fromEntries(names.map((name) => [`images/${name}`, red])),
  })
  expect(await importPath(shop, folder)).toMatchObject({ added: 5, rejected: 0 })
  const uploads = join(shop.dataDir, 'uploads')
  const [original = ''] = readdirSync(join(uploads, 'originals'))
  expect(readdirSync(uploads).filter((name) => name.endsWith('.tmp'))).toEqual([])
  // As a power cut left it.
  const files = readdirSync(uploads).filter((name) => name.includes('.'))
  for (const name of [...files, `originals/${original}`]) writeFileSync(join(uploads, name), '')
  await importPath(shop, folder)
  expect(readFileSync(join(uploads, 'originals', original))).toEqual(red)
  expect(files.filter((name) => readFileSync(join(uploads, name)).length === 0)).toEqual([])
})

test('a picture that is turned by EXIF is stored as it is shown, without metadata', async () => {
  await using shop = await openSqlite()
  const turned = await sharp(await picture('#123456', 400, 200))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const folder = folderOf({
    'products.csv': products('A,Dal,Pulses,,1,a.jpg'),
    'images/a.jpg': turned,
  })
  await importPath(shop, folder)
  const kept = await shop.db.selectFrom('picture').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ width: 200, height: 400 })
  const file = join(shop.dataDir, 'uploads', `${kept.id}-200.webp`)
  expect(await sharp(file).metadata()).toMatchObject({ width: 200, height: 400 })
  expect((await sharp(file).metadata()).exif).toBeUndefined()
})

test('pictures that are none, broken, outside or missing cost their rows, each with its reason', async () => {
  const good = await picture('#aa0000', 300, 300)
  const folder = folderOf({
    'products.csv': products(
      'A,One,X,,1,text.png',
      'B,Two,X,,1,cut.png',
      'C,Three,X,,1,outside.png',
      'D,Four,X,,1,absent.png',
      'E,Five,X,,1,good.png',
      'F,Six,X,,1,bomb.png',
      'G,Seven,X,,1,drawing.png',
    ),
    'images/text.png': 'not a picture',
    'images/drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
    'images/cut.png': good.subarray(0, good.length - 60),
    'images/good.png': good,
    'images/bomb.png': await picture('#000000', 9000, 9000),
    'secret.png': good,
  })
  symlinkSync(join(folder, 'secret.png'), join(folder, 'images/outside.png'))
  await using shop = await openSqlite()
  const expected = [
    [2, 'A', 'cannot be read as an image'],
    [3, 'B', 'cannot be read as an image'],
    [4, 'C', 'no paths'],
    [5, 'D', 'There is no image “absent.png” in the folder images.'],
    [7, 'F', '40 million pixels'],
    [8, 'G', 'cannot be read as an image'],
  ].map(([line, sku, reason]) => ({
    line,
    sku,
    column: 'images',
    reason: expect.stringContaining(String(reason)),
  }))
  expect((await checkCatalogue(folder, undefined, undefined))?.errors).toEqual(expected)
  const refused = await importPath(shop, folder)
  expect(refused).toMatchObject({
    isRefused: true,
    parsed: 7,
    accepted: 1,
    rejected: 6,
    errors: expected,
  })
  const report = await importPath(shop, folder, { skipInvalid: true })
  expect(report).toMatchObject({ accepted: 1, rejected: 6, added: 1, errors: expected })
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

test('a dry run and a refused import leave no picture behind', async () => {
  await using shop = await openSqlite()
  const folder = await smallFolder()
  await importPath(shop, folder, { dryRun: true })
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'products.csv'), products('A,,Pulses,,1,dal.png'))
  await importPath(shop, folder)
  expect(existsSync(join(shop.dataDir, 'uploads'))).toBe(false)
})
