import { expect, test } from 'vitest'
import { changeRows } from '#lib/server/desk/change-rows.ts'

const rowsOf = (field: string, old: string | null, now: string) =>
  changeRows([{ what: 'product Toor dal', sku: 'DAL', field, old, new: now }]).map(
    (row) => `${row.field}: ${row.old ?? '-'} → ${row.new}`,
  )

test('a sale of packs is shown pack by pack, with what changes and in the words of the form', () => {
  const now = '500 g=84.00, 50 in stock|1 kg=1620.00/1700.00, 20 in stock|5 kg=700.00'
  const then = '500 g=84.00, 50 in stock, 75.60 on sale|1 kg=1500.00, 18 in stock|5 kg=700.00'
  expect(rowsOf('packs', now, then)).toEqual([
    'Pack 500 g:  → Sale price 75.60',
    'Pack 1 kg: Price 1,620.00, MRP 1,700.00, Stock 20 → Price 1,500.00, Stock 18',
  ])
  expect(rowsOf('saleprice', '', '75.60')).toEqual(['Sale price:  → 75.60'])
  expect(rowsOf('on sale', 'yes', 'no')).toEqual(['In the shop: yes → no'])
})

test('packs that come, go or change places are shown by name, and nothing else of them', () => {
  expect(rowsOf('packs', '1 kg=62.00', '1 kg=62.00|5=kg=280.00')).toEqual([
    'Pack 5=kg:  → Price 280.00',
  ])
  expect(rowsOf('packs', '1 kg=62.00|5 kg=280.00', '1 kg=62.00')).toEqual([
    'Pack 5 kg: Price 280.00 → ',
  ])
  expect(rowsOf('packs', null, '1 kg=62.00')).toEqual(['Pack 1 kg: - → Price 62.00'])
  expect(rowsOf('packs', '1 kg=62.00|5 kg=280.00', '5 kg=280.00|1 kg=62.00')).toEqual([
    'Packs: 1 kg, 5 kg → 5 kg, 1 kg',
  ])
  expect(rowsOf('packs', 'as it was', '1 kg=62.00')).toEqual(['Packs: as it was → 1 kg=62.00'])
})
