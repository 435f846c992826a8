import { expect, test } from 'vitest'
import { findCategories } from '#lib/server/catalogue/search/find-categories.ts'
import { isNear } from '#lib/server/catalogue/search/search-words.ts'

const top = (id: string, name: string, children: string[]) => ({
  id,
  name,
  picture: null,
  children: children.map((child) => ({
    id: child.toLowerCase().replaceAll(' ', '-'),
    name: child,
  })),
})
const CATEGORIES = [
  top('rice', 'Rice & Grains', ['Basmati Rice', 'Poha & Flakes']),
  top('spices', 'Spices & Masala', ['Whole Spices', 'Blended Masala']),
  top('drinks', 'Tea & Drinks', ['Green Tea', 'Juices']),
]
const idsOf = (text: string, isWide = false) =>
  findCategories(CATEGORIES, text, { isWide }).map(({ id }) => id)

test.each([
  ['the whole name', 'basmati rice', ['basmati-rice']],
  ['a word of several, the shortest name first', 'rice', ['rice', 'basmati-rice']],
  ['the beginning of a word', 'spi', ['spices', 'whole-spices']],
  ['a typo', 'masaal', ['spices', 'blended-masala']],
  ['more words than the name has', 'green tea 500 g best', ['green-tea']],
  ['one letter', 'r', []],
  ['nothing that is there', 'shampoo', []],
  ['no text', '', []],
])('%s finds categories: %s', (_, text, ids) => {
  expect(idsOf(text)).toEqual(ids)
})

test('one word is enough for a wide search', () => {
  expect(idsOf('jaggery masala')).toEqual([])
  expect(idsOf('jaggery masala', true)).toEqual(['spices', 'blended-masala'])
})

test('near is one letter more, fewer or other, or two swapped', () => {
  for (const word of ['dal', 'dalia', 'dali', 'dala', 'adli', 'dail', 'alia']) {
    expect([word, isNear('dali', word)]).toEqual([word, !['alia'].includes(word)])
  }
  expect(isNear('abcd', 'badc')).toBe(false)
})
