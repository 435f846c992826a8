import { expect, test } from 'vitest'
import { guessMatching } from '#lib/server/import/read/columns/guess-matching.ts'
import { findMismatch, toMapText } from '#lib/server/import/read/columns/matching.ts'
import { readProductFile } from '#lib/server/import/read/product-file.ts'
import { readMap } from '#lib/server/import/read/columns/map.ts'

const SHOP = [
  ...['index', 'product', 'category', 'sub_category', 'brand', 'sale_price', 'market_price'],
  ...['type', 'rating', 'description'],
]
const row = (price: string) => ['1', 'Oil', 'Food', 'Oils', 'Own', price, '250', 'Oil', '4', 'Pure']

test('the columns of another shop are known by their names (E13)', () => {
  const matching = guessMatching({ names: SHOP, rows: [row('220'), row('149.5')] })
  expect(matching).toEqual({
    columns: {
      ...{ index: 'sku', product: 'name', category: 'category', sub_category: 'subcategory' },
      ...{ brand: 'brand', sale_price: 'price', market_price: 'oldprice', rating: 'rating' },
      description: 'description',
    },
    values: {},
    unit: 'rupees',
  })
  expect(findMismatch(matching)).toBeUndefined()
  const map = readMap(toMapText(matching))
  expect(map).toMatchObject({ ok: true, value: { units: { price: 'rupees', oldprice: 'rupees' } } })
})

test.each([
  [
    'our own names before any others',
    ['price', 'sale_price'],
    { price: 'price', sale_price: 'saleprice' },
  ],
  ['the MRP where there is no other price', ['MRP'], { MRP: 'price' }],
  ['the MRP beside a rate', ['Rate', 'MRP'], { Rate: 'price', MRP: 'oldprice' }],
  [
    'codes and packs of a supplier',
    ['Item Code', 'Pack-Size'],
    { 'Item Code': 'sku', 'Pack-Size': 'unit' },
  ],
  ['nothing in what is unknown', ['Margin', ''], {}],
])('%s are taken', (_, names, columns) => {
  expect(guessMatching({ names, rows: [] }).columns).toEqual(columns)
})

test.each([
  ['rupees', 'price', ['12000', '40', '95', '120']],
  ['rupees', 'price', ['12000.00', '9500.00']],
  ['rupees', 'price', []],
  ['paise', 'price', ['12000', '4000', '9500', '12,500']],
  ['paise', 'Price (paise)', ['900']],
])('prices are seen to be in %s: column %s with %s', (unit, name, prices) => {
  expect(guessMatching({ names: [name], rows: prices.map((price) => [price]) }).unit).toBe(unit)
})

test('a matching that says one thing twice, or not at all, is known before the list is read', () => {
  const matching = { columns: { a: 'name', b: 'price' }, values: {}, unit: 'rupees' } as const
  expect(findMismatch(matching)).toEqual({ column: 'category', is: 'missing' })
  const whole = { ...matching, values: { category: 'Oils' } }
  expect(findMismatch(whole)).toBeUndefined()
  expect(findMismatch({ ...whole, values: { category: 'Oils', price: '9' } })).toEqual({
    column: 'price',
    is: 'twice',
  })
})

test('a SKU and any other column are a list: a supplier’s codes and rates', async () => {
  const matching = guessMatching({ names: ['Code', 'Rate'], rows: [['DAL', '99.50']] })
  expect(matching.columns).toEqual({ Code: 'sku', Rate: 'price' })
  expect(findMismatch(matching)).toBeUndefined()
  expect(findMismatch({ ...matching, columns: { Code: 'sku' } })).toBeDefined()
  const sold = { columns: { Code: 'sku' }, values: { stock: '0' }, unit: 'rupees' } as const
  expect(findMismatch(sold)).toBeUndefined()
  const mrp = { columns: { Code: 'sku', MRP: 'oldprice' }, values: {}, unit: 'rupees' } as const
  expect(findMismatch(mrp)).toEqual({ column: 'price', is: 'missing' })
  const map = readMap(toMapText(matching))
  if (!map.ok) throw new Error(map.error)
  const rows: unknown[] = []
  const bytes = Buffer.from('Code,Rate\nDAL,99.50\n')
  const open = async function* () {
    yield bytes
  }
  const report = await readProductFile(open, map.value, ({ product }) => void rows.push(product))
  expect([report.faults, [...report.columns]]).toEqual([[], ['sku', 'price']])
  expect(rows).toMatchObject([{ sku: 'DAL', price_paise: 9950 }])
})

test('columns become specifications under their own names', () => {
  const columns = { a: 'name', b: 'price', c: 'category', Type: 'specs', 'A=B': 'specs' } as const
  const map = readMap(toMapText({ columns, values: {}, unit: 'paise' }))
  if (!map.ok) throw new Error(map.error)
  expect([...map.value.specs]).toEqual([
    ['Type', { column: 'Type' }],
    ['A B', { column: 'A=B' }],
  ])
  expect(map.value.units).toEqual({ price: 'paise', oldprice: 'rupees' })
})
