import { expect, test } from 'vitest'
import {
  listingKind,
  listingPath,
  pagesAround,
  pagesToReach,
  parsePageNumber,
} from '#lib/catalogue/listing-address.ts'

test('the address says whether a listing is of a category or a sub-category (S-007)', () => {
  expect(listingKind('/category/dal-pulses')).toBe('category')
  expect(listingKind('/subcat/toor-chana/page/2')).toBe('subcat')
  expect(listingKind('/category/subcategory-things')).toBe('category')
})

test('page 1 of a listing has no page part', () => {
  expect(listingPath('category', 'fruit')).toBe('/category/fruit')
  expect(listingPath('subcat', 'mango', 3)).toBe('/subcat/mango/page/3')
})

test('a page number has one spelling, and 1 is not one', () => {
  expect(parsePageNumber('2')).toBe(2)
  expect(parsePageNumber('10')).toBe(10)
  for (const text of ['1', '0', '02', '-2', '2.0', '1e3', ' 2', '', '99999999', undefined]) {
    expect(parsePageNumber(text)).toBeUndefined()
  }
})

test('far pages are left out between the first, the near and the last', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(6, 12)).toEqual([1, null, 4, 5, 6, 7, 8, null, 12])
  expect(pagesAround(1, 1)).toEqual([1])
})

test('every page of a list of 1250 pages is at most eleven clicks from the first', () => {
  const count = 1250
  const depths = new Map([[1, 0]])
  for (const [page, depth] of depths) {
    for (const { number } of pagesToReach(page, count)) {
      expect(number >= 1 && number <= count).toBe(true)
      if (!depths.has(number)) depths.set(number, depth + 1)
    }
  }
  expect(depths.size).toBe(count)
  expect(Math.max(...depths.values())).toBeLessThanOrEqual(11)
  const short = pagesToReach(6, 12).map(({ number, isGap }) => (isGap ? `(${number})` : number))
  expect(short).toEqual([1, '(2)', 4, 5, 6, 7, 8, '(10)', 12])
})
