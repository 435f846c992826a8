import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { folderOf, newFolder } from '#tests/support/lists/import-files.ts'
import { shop } from '#tests/support/shop-in-process.ts'

const HEADER = 'sku,name,category,price'

const fileOf = (content: string) => join(folderOf({ 'list.csv': content }), 'list.csv')
const GOOD = `${HEADER}\nA,Toor dal,Pulses,120\n`
const BAD = `${GOOD}B,,Pulses,1\n`

test('check --json prints one object with its fields, and makes no database (E01)', async () => {
  const dataDir = newFolder()
  const good = await shop(['check', fileOf(GOOD), '--json'], dataDir)
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(good.out)).toEqual({ parsed: 1, accepted: 1, rejected: 0, errors: [] })
  const bad = await shop(['check', fileOf(BAD), '--json'], dataDir)
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.out)).toEqual({
    parsed: 2,
    accepted: 1,
    rejected: 1,
    errors: [{ line: 3, sku: 'B', column: 'name', reason: 'The name is missing.' }],
  })
  expect(readdirSync(dataDir)).toEqual([])
})

test('check without --json names each row in words, without colours or a bar', async () => {
  const { code, out, err } = await shop(['check', fileOf(BAD)])
  expect([code, out]).toEqual([1, '2 rows: 1 good, 1 refused.\n'])
  expect(err).toBe('line 3, sku B, column name: The name is missing.\n')
})

test('a list of other columns is refused with a map to begin with (E13)', async () => {
  const list = fileOf('index,product,sale_price\n1,Garlic oil,22000\n')
  for (const command of ['check', 'import']) {
    const { code, err } = await shop([command, list, '--new'])
    expect(code).toBe(1)
    expect(err).toContain('The column sku is missing.')
    expect(err).toContain('correct it (still to be matched: category), and add')
    expect(JSON.parse(err.slice(err.indexOf('{')))).toEqual({
      ...{ sku: 'index', name: 'product', price: { column: 'sale_price', unit: 'paise' } },
    })
  }
  expect((await shop(['check', list, '--json'])).err).toBe('')
})

test('check looks at a list of packs as import takes it', async () => {
  const dataDir = newFolder()
  const packs = `${HEADER},weight\nATTA,Atta,Flour,,1 kg=62|5 kg=280\n`
  const db = openDatabase(join(dataDir, 'shop.db'))
  await migrate(db)
  await fillEmptyDatabase({ dataDir, catalogue: fileOf(packs) }, db)
  await db.destroy()
  const list = fileOf('sku,weight,price\nATTA,1 kg,60\nATTA,5 kg,270\n')
  const { code, out } = await shop(['check', list, '--json'], dataDir)
  expect([code, JSON.parse(out)]).toMatchObject([0, { accepted: 1, rejected: 0, errors: [] }])
})

test('check names a SKU that the shop does not have, as import refuses it (E01)', async () => {
  const dataDir = newFolder()
  await shop(['import', fileOf(GOOD), '--new'], dataDir)
  const list = fileOf('sku,price\nA,95\nB,95\n')
  const { code, err, out } = await shop(['check', list], dataDir)
  expect([code, out]).toEqual([1, '2 rows: 1 good, 1 refused.\n'])
  expect(err).toContain('line 3, sku B, column sku: The shop has no product with this sku')
})

test('check and import name what would be, and is, sold below its cost (E23)', async () => {
  const dataDir = newFolder()
  await shop(['import', fileOf(`${HEADER},cost\nA,Toor dal,Pulses,120,100\n`), '--new'], dataDir)
  const list = fileOf('sku,price\nA,95\n')
  const checked = await shop(['check', list], dataDir)
  expect([checked.code, checked.err]).toEqual([
    0,
    expect.stringContaining('1 product would be sold below what it costs: Toor dal at ₹95'),
  ])
  const { code, err } = await shop(['import', list], dataDir)
  expect([code, err]).toEqual([0, expect.stringContaining('1 product is sold below what it costs')])
  const fresh = await shop(['import', fileOf(`${HEADER},cost\nB,Rice,Rice,60,70\n`)], dataDir)
  expect(fresh.err).toContain('1 product is sold below what it costs: Rice at ₹60, costs ₹70')
})

test('faults beside the products name the file first, in plain words, and are counted', async () => {
  const folder = folderOf({
    'shop.json': '{\n  "name": "A",\n  "phone": 98,\n  "points": ["a", "b", "c", "d", "e"]\n}',
    'banners.csv': 'image,link\n,/\n',
  })
  const { code, err, out } = await shop(['check', folder])
  expect([code, err.split('\n')]).toEqual([
    1,
    [
      'banners.csv, line 2, column image: The image is missing.',
      'shop.json, line 3: phone must be text in quotes, such as "Kirana".',
      'shop.json, line 4: points must be a list of at most 4.',
      '',
    ],
  ])
  expect(out).toBe('banners.csv: 1 refused.\nshop.json: 2 refused.\n')
})

test('an import without products says what else it changes, and so does status', async () => {
  const dataDir = newFolder()
  await shop(['import', fileOf(GOOD), '--new'], dataDir)
  const folder = folderOf({
    'delivery.csv': 'pin\n411\n412\n',
    'pages/about.md': '---\ntitle: About\ndescription: Us.\n---\n\nDal.\n',
    'shop.json': '{"name":"Sharma"}',
  })
  expect((await shop(['check', folder], dataDir)).out).toBe('No products; nothing is refused.\n')
  const said = ['Words of the shop changed', 'Delivery PIN codes: 2 added', 'Pages: 1 added']
  for (const more of [['--dry-run'], []]) {
    const { out } = await shop(['import', folder, ...more], dataDir)
    expect(out).toContain(said.map((text) => `${text}.\n`).join(''))
    expect(out).not.toMatch(/0 rows|0 added/)
  }
  const { out } = await shop(['status'], dataDir)
  const last = out.split('\n').find((line) => line.startsWith('Import 2')) ?? ''
  for (const text of said) expect(last).toContain(text)
  expect(last).not.toContain('withdrawn')
})

test('broken letters are named, and put right by --repair-letters (E18)', async () => {
  const dataDir = newFolder()
  await shop(['import', fileOf(GOOD), '--new'], dataDir)
  const list = fileOf('sku,unit\nA,Â½ kg\n')
  const refused = await shop(['check', list], dataDir)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('With --repair-letters, the letters of 1 row are repaired.')
  const { code, out } = await shop(['import', list, '--repair-letters', '--dry-run'], dataDir)
  expect([code, out]).toEqual([0, expect.stringContaining('unit: (nothing) → ½ kg')])
})
