import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readBulkEdit } from '#lib/server/desk/products/bulk-edits.ts'

const DAY_MS = 86_400_000

test('a sale of many products cannot end before today in India', () => {
  const sale = (endMs: number) =>
    readBulkEdit({ what: 'sale', off: '10', until: indianDay(endMs) }, [])
  expect(sale(Date.now() - DAY_MS)).toBeUndefined()
  expect(sale(Date.now())).toBeDefined()
})
