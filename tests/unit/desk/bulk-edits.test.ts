import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { COLUMNS } from '#lib/server/import/read/columns/columns.ts'
import { readBulkEdit } from '#lib/server/desk/products/bulk-edits.ts'

const DAY_MS = 86_400_000

const empty = Object.fromEntries(COLUMNS.map((column) => [column, '']))
const rowOf = (cells: Partial<ExportedRow>) => ({ ...empty, ...cells }) as ExportedRow
const day = (days: number) => indianDay(Date.now() + days * DAY_MS)

test('a sale of many products cannot end before today in India, nor before it begins', () => {
  const sale = (days: Record<string, string>) =>
    readBulkEdit({ what: 'sale', off: '10', ...days }, [])
  expect(sale({ until: day(-1) })).toEqual({ ok: false, error: 'over' })
  expect(sale({ until: day(1), from: day(2) })).toEqual({ ok: false, error: 'backwards' })
  expect(sale({ until: '' })).toEqual({ ok: false, error: 'malformed' })
  expect(sale({ until: day(0), from: '' })).toMatchObject({ ok: true })
})

test('a sale of many products starts now, or on the day that it says', () => {
  const sale = (from: string) => {
    const edit = readBulkEdit({ what: 'sale', off: '10', from, until: day(5) }, [])
    return edit.ok && edit.value(rowOf({ price: '100.00' }))
  }
  const cells = { saleprice: '90.00', saleuntil: day(5) }
  expect(sale(day(2))).toEqual({ ...cells, salefrom: day(2) })
  expect(sale('')).toEqual({ ...cells, salefrom: '' })
  expect(sale(day(0))).toEqual({ ...cells, salefrom: '' })
})

test('prices that fall below the price of a sale end it, of that pack alone', () => {
  const half = readBulkEdit({ what: 'price', percent: '-50' }, [])
  const row = (cells: Partial<ExportedRow>) => half.ok && half.value(rowOf(cells))
  const sale = { salefrom: '', saleuntil: '2026-12-05' }
  expect(row({ price: '99.00', saleprice: '79.00', ...sale })).toEqual({
    price: '50.00',
    ...{ saleprice: '', salefrom: '', saleuntil: '' },
  })
  expect(row({ price: '99.00', saleprice: '29.00', ...sale })).toEqual({ price: '50.00' })
  expect(row({ weight: '1 kg=60.00|5 kg=300.00', saleprice: '20.00|200.00', ...sale })).toEqual({
    weight: '1 kg=30.00|5 kg=150.00',
    ...{ saleprice: '20.00|', ...sale },
  })
})
