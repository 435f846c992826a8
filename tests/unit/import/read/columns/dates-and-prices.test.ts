import { expect, test } from 'vitest'
import { guessWays } from '#lib/server/import/read/columns/guess-matching.ts'
import { plainTime, withPoint } from '#lib/server/import/read/columns/dates-and-prices.ts'
import { parseTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { mapOf, readBytes, readText } from '#tests/support/lists/import-files.ts'

test.each([
  ['27/11/2026 18:00', '2026-11-27 18:00'],
  ['27-11-2026', '2026-11-27 00:00'],
  ['27.11.26 6:30 pm', '2026-11-27 18:30'],
  ['27-Nov-26', '2026-11-27 00:00'],
  ['7 November 2026 12:05:00 AM', '2026-11-07 00:05'],
  ['05/11/2026 6 PM', '2026-11-05 18:00'],
  ['2026-11-27T18:00', '2026-11-27 18:00'],
])('%s is understood as Indian Excel writes it (E19)', (text, moment) => {
  expect(saleTime(parseTime(text, false) ?? null)).toBe(moment)
})

test.each([
  '31/06/2026',
  '27-Foo-2026',
  '27/11/026',
  '27/11-2026',
  '27/11/2026 13:00 PM',
  '11/27/2026',
])('%s is no moment (E19)', (text) => {
  expect(parseTime(text, false)).toBeUndefined()
})

const SALE = 'sku,name,category,price,saleprice,salefrom'

test('a day that has its month first is refused, and asked for the whole list (E19)', async () => {
  const list = `${SALE}\nA,Dal,Pulses,90,80,11/27/2026\nB,Rice,Rice,90,80,05/11/2026\n`
  const { faults, warnings } = await readText(list)
  expect(faults).toMatchObject([{ line: 2, column: 'salefrom' }])
  expect(faults[0]?.reason).toContain('the day first, as in 27/11/2026.')
  expect(warnings.join()).toContain('05/11/2026 may be the 11th of May')
  const columns = Object.fromEntries(SALE.split(',').map((name) => [name, name]))
  const map = mapOf({ ...columns, dates: 'month first' })
  const { products } = await readBytes(Buffer.from(list), undefined, map)
  expect(products.map(({ sale_from: from }) => saleTime(from))).toEqual([
    '2026-11-27 00:00',
    '2026-05-11 00:00',
  ])
})

test('a comma for the decimals is refused, and read where the map says so (E19)', async () => {
  const list = 'sku,price\nA,"12,50"\nB,"1.299,5"\nC,98\n'
  expect((await readText(list)).faults.map(({ reason }) => reason).join()).toContain(
    'Match columns',
  )
  const map = mapOf({ sku: 'sku', price: 'price', decimals: 'comma' })
  const { products, faults } = await readBytes(Buffer.from(list), undefined, map)
  expect(faults).toEqual([])
  expect(products.map(({ price_paise: paise }) => paise)).toEqual([1250, 129_950, 9800])
})

test('how a list writes days and prices is guessed, where it can be meant in two ways (E19)', () => {
  expect(guessWays([['98', '1,200.00', 'Dal 05/11/2026']])).toEqual({})
  expect(guessWays([['05/11/2026'], ['6/12/26 18:00']])).toEqual({ dates: 'day first' })
  expect(guessWays([['05/11/2026'], ['11/27/2026']])).toEqual({ dates: 'month first' })
  expect(guessWays([['12,50']])).toEqual({ decimals: 'comma' })
  expect(withPoint('1,20,000.00')).toBe('1,20,000.00')
  expect(plainTime('05/11/2026', 'month first')).toBe('2026-05-11')
})
