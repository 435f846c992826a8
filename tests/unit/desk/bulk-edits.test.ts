import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { COLUMNS } from '#lib/server/import/read/columns.ts'
import { readBulkEdit } from '#lib/server/desk/products/bulk-edits.ts'

const DAY_MS = 86_400_000

test('a sale of many products cannot end before today in India', () => {
  const sale = (endMs: number) =>
    readBulkEdit({ what: 'sale', off: '10', until: indianDay(endMs) }, [])
  expect(sale(Date.now() - DAY_MS)).toBeUndefined()
  expect(sale(Date.now())).toBeDefined()
})

test('prices that fall below the price of a sale end it, of that pack alone', () => {
  const half = readBulkEdit({ what: 'price', percent: '-50' }, [])
  const empty = Object.fromEntries(COLUMNS.map((column) => [column, '']))
  const row = (cells: Partial<ExportedRow>) => half?.({ ...empty, ...cells } as ExportedRow)
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
