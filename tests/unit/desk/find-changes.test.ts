import { expect, test } from 'vitest'
import { findChanges } from '#lib/server/desk/find-changes.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'

const change = (sku: string, field: string, old: string | null, now: string): FieldChange => ({
  ...{ what: `product ${sku}`, sku, field, old, new: now },
})
const CHANGES = [
  change('DAL', 'price', '120.00', '130.00'),
  change('DAL', 'description', 'Split peas', 'Split pigeon peas'),
  change('RICE', 'price', '90.00', '9.00'),
  change('ATTA', 'packs', '1 kg=64.00, 40 in stock', '1 kg=64.00, 12 in stock'),
  change('NEW', 'name', null, 'Pav'),
  { what: 'banners', sku: '', field: 'rows', old: 'a', new: 'b' },
]

test('changes are counted by kind, and found by kind and word', () => {
  const { kinds, total } = findChanges(CHANGES, {})
  expect([kinds, total]).toEqual([{ prices: 2, texts: 1, stock: 1, new: 1, shop: 1 }, 6])
  expect(findChanges(CHANGES, { kind: 'stock' }).changes).toEqual([CHANGES[3]])
  expect(findChanges(CHANGES, { q: 'pigeon' }).changes).toEqual([CHANGES[1]])
  expect(findChanges(CHANGES, { kind: 'prices', q: 'pigeon' }).total).toBe(0)
})

test('the biggest changes come first, and one page at a time is shown of many (E15)', () => {
  expect(findChanges(CHANGES, { sort: 'size' }).changes[0]).toBe(CHANGES[2])
  const many = Array.from({ length: 250 }, (_, n) => change(`P${n}`, 'price', '1.00', '2.00'))
  const { changes, page, pageCount } = findChanges(many, { page: 9 })
  expect([changes.length, page, pageCount]).toEqual([50, 3, 3])
})

test('an amount is found as it is shown, with separators, and as it is kept (E15)', () => {
  const dear = change('TEA', 'price', '12999.00', '14999.00')
  for (const q of ['12,999', '12999.00']) {
    expect(findChanges([...CHANGES, dear], { q }).changes).toEqual([dear])
  }
})
