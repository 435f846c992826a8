import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { makeDeferredPictures } from '#lib/server/import/read/pictures/deferred-pictures.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, newFolder, picture } from '#tests/support/lists/import-files.ts'
import { products, smallFolder } from '#tests/support/lists/small-folder.ts'

test('each picture is turned once into every width, and later into AVIF and a preview', async () => {
  await using shop = await openSqlite()
  const folder = await smallFolder()
  await importPath(shop, folder)
  const uploads = join(shop.dataDir, 'uploads')
  const filesOf = (kind: RegExp) => readdirSync(uploads).filter((name) => kind.test(name))
  // Widths for 40 px: its own; for 300 px: 160 and its own; for 1500 px: 160, 320, 640 and 1280.
  expect(filesOf(/-\d+\.webp$/)).toHaveLength(1 + 2 + 4)
  expect(filesOf(/avif$|jpg$/)).toEqual([])
  const originals = readdirSync(join(uploads, 'originals'))
  expect(originals).toHaveLength(3)
  const original = originals.map((name) => readFileSync(join(uploads, 'originals', name)))
  expect(original.some((bytes) => bytes.equals(readFileSync(join(folder, 'images/dal.png'))))).toBe(
    true,
  )

  expect(await makeDeferredPictures(shop.dataDir)).toEqual({ made: 1 + 2 + 4 + 3, failed: [] })
  expect(filesOf(/-\d+\.avif$/)).toHaveLength(1 + 2 + 4)
  for (const name of filesOf(/-\d+\.avif$/)) {
    const { width, compression } = await sharp(join(uploads, name)).metadata()
    expect([compression, name]).toEqual(['av1', expect.stringContaining(`-${width}.avif`)])
  }
  const [preview = '', ...others] = filesOf(/-og\.jpg$/)
  expect(others).toHaveLength(2)
  expect(await sharp(join(uploads, preview)).metadata()).toMatchObject({
    width: 1200,
    height: 630,
    format: 'jpeg',
  })
  expect(readFileSync(join(uploads, preview)).length).toBeLessThan(300_000)
  expect(await makeDeferredPictures(shop.dataDir)).toEqual({ made: 0, failed: [] })
})

test('a picture whose source is broken keeps no other from being made', async () => {
  await using shop = await openSqlite()
  await importPath(shop, await smallFolder())
  const originals = join(shop.dataDir, 'uploads/originals')
  const [broken = ''] = readdirSync(originals)
  writeFileSync(join(originals, broken), 'no picture')
  const { made, failed } = await makeDeferredPictures(shop.dataDir)
  expect(failed).toEqual([broken.split('.')[0]])
  expect(made).toBeGreaterThan(3)
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
  // As left by a power cut.
  const files = readdirSync(uploads).filter((name) => name.includes('.'))
  for (const name of [...files, `originals/${original}`]) writeFileSync(join(uploads, name), '')
  await importPath(shop, folder)
  expect(readFileSync(join(uploads, 'originals', original))).toEqual(red)
  expect(files.filter((name) => readFileSync(join(uploads, name)).length === 0)).toEqual([])
})

test('a name with accents is the same file, however a Mac or a spreadsheet writes them (E03)', async () => {
  const red = await picture('#cc0000')
  for (const [ofFile, ofList] of [
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ] as const) {
    await using shop = await openSqlite()
    const name = 'Jalapeño.png'
    const list = products(`A,Chilli,Herbs,,40,${name.normalize(ofList)}`)
    const folder = folderOf({ 'products.csv': list, [`images/${name.normalize(ofFile)}`]: red })
    expect(await importPath(shop, folder)).toMatchObject({ added: 1, errors: [] })
    // As a shop has it that imported the file before.
    await shop.db
      .updateTable('product_image')
      .set({ file: name.normalize(ofFile) })
      .execute()
    for (const file of ['all.csv', 'all']) {
      const copy = join(newFolder(), file)
      await exportCatalogue(shop.db, copy, shop)
      expect(await importPath(shop, copy)).toMatchObject({ unchanged: 1, errors: [] })
    }
  }
})

test('of two names that differ in how an accent is written, each product keeps its own picture (E03)', async () => {
  await using shop = await openSqlite()
  const [mac, others] = ['Jalapen\u0303o.png', 'Jalape\u00f1o.png']
  const shelf = (name: string) => `${products(`A,Chilli,Herbs,,40,${name}`)}`
  const red = { [`images/${mac}`]: await picture('#cc0000') }
  await importPath(shop, folderOf({ 'products.csv': shelf(mac), ...red }))
  await shop.db.updateTable('product_image').set({ file: mac }).execute()
  const green = { [`images/${others}`]: await picture('#00cc00') }
  const pepper = products(`B,Pepper,Herbs,,50,${others}`)
  await importPath(shop, folderOf({ 'products.csv': pepper, ...green }))
  const list = join(folderOf({ 'list.csv': shelf(others).replace('40', '45') }), 'list.csv')
  expect(await importPath(shop, list)).toMatchObject({ changed: 1, errors: [] })
  const used = await shop.db.selectFrom('product_image').select('picture_id').distinct().execute()
  expect(used).toHaveLength(2)
})

test('of two products whose pictures have one name, a new product gets that of the first (E03)', async () => {
  await using shop = await openSqlite()
  const bring = async (line: string, colour: string) =>
    importPath(
      shop,
      folderOf({
        'products.csv': products(line),
        'images/front.png': await picture(colour),
      }),
    )
  await bring('A,Chilli,Herbs,,40,front.png', '#cc0000')
  await bring('B,Pepper,Herbs,,50,front.png', '#00cc00')
  const list = join(folderOf({ 'list.csv': products('C,Chilli,Herbs,,45,front.png') }), 'list.csv')
  expect(await importPath(shop, list)).toMatchObject({ added: 1, errors: [] })
  const rows = await shop.db
    .selectFrom('product_image')
    .innerJoin('product', 'product.id', 'product_image.product_id')
    .select(['sku', 'picture_id'])
    .orderBy('sku')
    .execute()
  const [chilli, pepper, copy] = rows.map(({ picture_id }) => picture_id)
  expect(chilli).not.toBe(pepper)
  expect(copy).toBe(chilli)
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

test('a dry run and a refused import leave no picture behind', async () => {
  await using shop = await openSqlite()
  const folder = await smallFolder()
  await importPath(shop, folder, { dryRun: true })
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'products.csv'), products('A,,Pulses,,1,dal.png'))
  await importPath(shop, folder)
  expect(existsSync(join(shop.dataDir, 'uploads'))).toBe(false)
})
