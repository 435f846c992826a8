import { expect, test } from 'vitest'
import { shownAmount } from '#lib/server/desk/shown-amount.ts'

const change = { what: 'product Toor dal', sku: 'DAL', old: null, new: null }

test.each([
  ['price', '149900.00', '1,49,900.00'],
  ['price', '98.50', '98.50'],
  ['stock', '12000', '12,000'],
  ['packs', '1000 g at 1299.50, 4 in stock', '1,000 g at 1,299.50, 4 in stock'],
  ['saleuntil', '2026-11-27 18:00', '2026-11-27 18:00'],
  ['name', 'Rice 2000', 'Rice 2000'],
])('amounts among the changes have the separators of India: %s %s', (field, text, shown) => {
  expect(shownAmount({ ...change, field }, text)).toBe(shown)
})

test('words of the shop keep their digits', () => {
  expect(shownAmount({ ...change, what: 'word of the shop', field: 'price' }, '5000')).toBe('5000')
})
