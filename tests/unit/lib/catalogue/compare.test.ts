import { expect, test } from 'vitest'
import { comparedIds, comparePath } from '#lib/catalogue/compare-address.ts'
import { compareRows } from '#lib/catalogue/compare-rows.ts'
import { decodeCompared } from '#lib/catalogue/compared.ts'
import { decodeViewed, withViewed } from '#lib/catalogue/recently-viewed.ts'
import { aProduct } from '#tests/support/a-product.ts'

test('an address of a comparison names each product once, four at most', () => {
  expect(comparePath(['a', 'b'])).toBe('/compare?ids=a,b')
  expect(comparePath([])).toBe('/compare')
  expect(comparedIds('a,b,,a,c,d,e')).toEqual(['a', 'b', 'c', 'd'])
  expect(comparedIds('')).toEqual([])
})

test('a row that differs is marked, and one without any value is left out', () => {
  const rows = compareRows([
    aProduct({ id: 'a', pricePaise: 6200, brand: 'Suryakhet', rating: 0 }),
    aProduct({ id: 'b', pricePaise: 6600, brand: 'Suryakhet', rating: 0 }),
  ])
  const find = (label: string) => rows.find((row) => row.label === label)
  expect(find('Price')).toMatchObject({ values: ['₹62', '₹66'], isDifferent: true })
  expect(find('Brand')).toMatchObject({ isDifferent: false })
  expect(find('Rating')).toBeUndefined()
})

test('storage that somebody has edited counts as empty', () => {
  expect(decodeCompared('["a","b"]')).toEqual(['a', 'b'])
  for (const text of ['', '{', 'null', '["a","b","c","d","e"]', '[1]', '["a,b"]']) {
    expect(decodeCompared(text)).toEqual([])
  }
  expect(decodeViewed('[{"id":"a","name":"A","image":"//evil.example/x.webp"}]')).toEqual([])
})

test('twelve products are remembered, the last one first and each once', () => {
  const product = (id: number) => ({ id: String(id), name: `P${id}`, image: '' })
  let list = withViewed([], product(0))
  for (let id = 1; id < 15; id++) list = withViewed(list, product(id))
  list = withViewed(list, product(10))
  expect(list).toHaveLength(12)
  expect(list.slice(0, 2).map(({ id }) => id)).toEqual(['10', '14'])
})
