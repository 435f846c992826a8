import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeEntities } from '#lib/server/import/read/text/entities.ts'
import { makeSku, readMap } from '#lib/server/import/read/columns/map.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { fixture, importPath, mapOf, readBytes, rowsOf } from '#tests/support/lists/import-files.ts'

function mapFile(name: string) {
  const map = readMap(readFileSync(fixture(name), 'utf8'))
  if (!map.ok) throw new Error(map.error)
  return map.value
}

const MAP = { name: 'n', category: { value: 'All' }, price: { column: 'p', unit: 'rupees' } }

test('a file of another shop in Windows-1252 comes in without an entity or control character', async () => {
  await using shop = await openSqlite()
  const options = { map: mapFile('foreign.map.json'), skipInvalid: true }
  const report = await importPath(shop, fixture('foreign.csv'), options)
  expect(report).toMatchObject({ parsed: 60, accepted: 57, rejected: 3, added: 57 })
  expect(report.errors.map(({ line, sku, column }) => [line, sku, column])).toEqual([
    [24, 'F-120', 'price'],
    [38, 'F-105', 'sku'],
    [54, 'F-147', 'name'],
  ])
  const products = await rowsOf(shop, 'product')
  for (const text of products.flatMap((row) => Object.values(row))) {
    expect(String(text)).not.toMatch(/&#?\w+;|[\u0000-\u0009\u007f-\u00a0\ufffd]|<\/?\w/)
  }
  const names = products.map((row) => ('sku' in row ? row.name : ''))
  expect(names).toEqual(
    expect.arrayContaining(['Chef’s Pride Basmati 1', 'Café Roast Coffee 1', 'Poha – Thick 1']),
  )
  expect(products[0]).toMatchObject({
    price_paise: 22722,
    brand: 'Shänti & Co',
    unit: '500 g',
    countries: 'India',
    specs: 'Grade=A',
  })
  expect(await importPath(shop, fixture('foreign.csv'), options)).toMatchObject({
    unchanged: 57,
    import: null,
  })
})

test('entities are decoded by name, number and twice, and others stay as they are', () => {
  expect(decodeEntities('&rsquo;&#8217;&#x2019;&amp;rsquo;&amp;amp;rsquo;')).toBe('’’’’’')
  expect(decodeEntities('&alpha;&Omega;&eacute;&Eacute;&NBSP;&shy;')).toBe('αΩéÉ\u00a0')
  expect(decodeEntities('AT&T &unknown; & co; &#0;')).toBe('AT&T &unknown; & co; \ufffd')
})

test('a map gives columns, units and constants (E06)', async () => {
  const map = mapOf({
    ...MAP,
    price: { column: 'p', unit: 'paise' },
    brand: { value: 'Own' },
    specs: { Kind: 'k' },
  })
  const { products, faults } = await readBytes(
    Buffer.from('n,p,k\nDal,9850,Whole|split\nRice,98.5,\n'),
    9,
    map,
  )
  expect(products).toMatchObject([
    { name: 'Dal', price_paise: 9850, brand: 'Own', category: 'All', specs: 'Kind=Whole/split' },
  ])
  expect(faults).toMatchObject([
    { line: 3, column: 'price', reason: expect.stringContaining('Write whole paise') },
  ])
})

test('a sku is made from name and unit, always the same', async () => {
  const bytes = Buffer.from('n,p,u\nToor dal,1,1 kg\nToor dal,1,2 kg\nतूर दाल,1,\nToor dal,2,1 kg\n')
  const { products, faults } = await readBytes(bytes, 99, mapOf({ ...MAP, unit: 'u' }))
  expect(products.map((product) => product.sku)).toEqual([
    makeSku('Toor dal', '1 kg'),
    makeSku('Toor dal', '2 kg'),
    makeSku('तूर दाल', ''),
  ])
  expect(products.every((product) => /^[\w.-]{8,50}$/.test(product.sku))).toBe(true)
  expect(makeSku('Toor dal', '1 kg')).toBe('toor-dal-1-kg-9aa70bfb')
  expect(faults).toMatchObject([{ line: 5, column: 'sku' }])
})

test('a map that names a column which the file lacks refuses the file', async () => {
  const { faults, parsed } = await readBytes(Buffer.from('name,p\nDal,1\n'), 99, mapOf(MAP))
  expect([parsed, faults]).toEqual([
    0,
    [{ line: 1, sku: '', column: 'n', reason: expect.stringContaining('“n”') }],
  ])
})

test.each([
  ['no JSON', '{', 'it is not valid JSON'],
  ['a list', '[]', 'it must be an object'],
  ['no name', '{"category":"c","price":"p"}', 'it lacks name'],
  ['an unknown column', '{"name":"n","category":"c","price":"p","colour":"x"}', 'it names colour'],
  [
    'an unknown unit',
    '{"name":"n","category":"c","price":{"column":"p","unit":"usd"}}',
    '"rupees" or "paise"',
  ],
  [
    'an unknown encoding',
    '{"name":"n","category":"c","price":"p","encoding":"koi8"}',
    '"windows-1252"',
  ],
])('a map with %s is refused by name', (_, text, reason) => {
  expect(readMap(text)).toEqual({ ok: false, error: expect.stringContaining(reason) })
})
