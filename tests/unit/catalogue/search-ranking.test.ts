import { expect, test } from 'vitest'
import { soundOf } from '#lib/server/catalogue/search/hindi-words.ts'
import type { SearchDocument } from '#lib/server/catalogue/search/search-documents.ts'
import { SearchIndex } from '#lib/server/catalogue/search/search-index.ts'
import { Synonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { toQueryWords } from '#lib/server/catalogue/search/search-words.ts'

const EMPTY = { brand: '', category: '', subcategory: '', aliases: '', unit: '' }
const SHELF: (Partial<SearchDocument> & { name: string })[] = [
  { name: 'Atta Jeera Biscuits', subcategory: 'Biscuits', aliases: 'jeera biscuit' },
  { name: 'Cumin Seeds', aliases: 'jeera|जीरा', subcategory: 'Spices' },
  { name: 'Fine Sooji', subcategory: 'Flours' },
  { name: 'Chakki Atta', subcategory: 'Flours' },
  { name: 'Turmeric Powder', subcategory: 'Spices' },
  { name: 'Rose Water', aliases: 'panneer', subcategory: 'Skin Care' },
  { name: 'Fresh Malai Paneer', subcategory: 'Dairy' },
  { name: 'Paneerwala Masala', subcategory: 'Masalas' },
  { name: 'Tofu', subcategory: 'Paneer and Cheese' },
  { name: 'Cow Ghee', unit: '500 ml|1 kg' },
  { name: 'Buffalo Ghee', unit: '500 ml' },
  { name: 'Basmati Rice', unit: '1 kg' },
  { name: 'Silk Soap' },
  { name: 'Farm Milk' },
  { name: 'Milkmaid Dessert' },
]

function openIndex(): SearchIndex {
  const index = new SearchIndex()
  index.add(SHELF.map((fields, order) => ({ ...EMPTY, id: fields.name, order, ...fields })))
  return index
}

const find = (text: string, index = openIndex()) => index.find(toQueryWords(text), 100)

test.each([
  ['jeera', 'Cumin Seeds'],
  ['jira', 'Cumin Seeds'],
  ['zira', 'Cumin Seeds'],
  ['जीरा', 'Cumin Seeds'],
  ['suji', 'Fine Sooji'],
  ['सूजी', 'Fine Sooji'],
  ['aata', 'Chakki Atta'],
  ['haldi', 'Turmeric Powder'],
  ['हल्दी', 'Turmeric Powder'],
  ['paneer', 'Fresh Malai Paneer'],
  ['milk', 'Farm Milk'],
  ['ghee 1kg', 'Cow Ghee'],
])('%s is first of all %s', (text, name) => {
  expect(find(text)[0]).toBe(name)
})

test.each(['je', 'jee', 'jeer', 'jir', 'zir'])(
  'while a name is typed, as %s, what is called so stands before what has it',
  (text) => {
    expect(find(text).slice(0, 2)).toEqual(['Cumin Seeds', 'Atta Jeera Biscuits'])
  },
)

test('a word that sounds like one of the shop is not taken for the beginning of another', () => {
  const index = new SearchIndex()
  for (const [order, name] of ['Aluminium Foil', 'Aloo'].entries())
    index.add([{ ...EMPTY, id: name, name, order }])
  expect(find('aaloo', index)).toEqual(['Aloo'])
})

test('the exact word stands before a part of a word, and that before a typo', () => {
  expect(find('paneer').slice(0, 3)).toEqual(['Fresh Malai Paneer', 'Tofu', 'Rose Water'])
  expect(find('milk')).toEqual(['Farm Milk', 'Milkmaid Dessert'])
})

test.each([
  ['asafetida', 'Asafoetida/Hing'],
  ['drumstikc', 'Drumstick - Organically Grown'],
])('of a word with a typo, %s, what is called just so stands first', (text, name) => {
  const index = new SearchIndex()
  const names = ['Asafoetida Powder', 'Drumstick Leaves', 'Asafoetida/Hing']
  for (const [order, one] of [...names, 'Drumstick - Organically Grown'].entries())
    index.add([{ ...EMPTY, id: one, name: one, order }])
  expect(find(text, index)[0]).toBe(name)
})

test('an amount alone is no reason to be found', () => {
  expect(find('ghee 5kg').sort()).toEqual(['Buffalo Ghee', 'Cow Ghee'])
})

test('what is called so stands first, whatever amount is asked for with it', () => {
  const index = new SearchIndex()
  const shelf = [
    { name: 'Cashew Brittle', category: 'Ghee', subcategory: 'Ghee Sweets', unit: '1 kg' },
    { name: 'Pure Cow Ghee in a Family Tin for Daily Cooking', unit: '500 g|1 kg' },
    ...['Rice', 'Wheat', 'Millet'].map((name) => ({ name: `${name} and ghee`, unit: '5 kg' })),
  ]
  index.add(shelf.map((fields, order) => ({ ...EMPTY, id: fields.name, order, ...fields })))
  for (const text of ['ghee 1kg', '1 kg ghee', '1000 g ghee']) {
    expect(find(text, index)[0], text).toBe('Pure Cow Ghee in a Family Tin for Daily Cooking')
  }
})

/** A shelf on which other things stand beside what is asked for, in the amount that it does not come in. */
function openStaples(): SearchIndex {
  const index = new SearchIndex()
  const shelf = [
    { name: 'Rock Salt', subcategory: 'Salt & Sugar', unit: '500 g|1 kg' },
    { name: 'Kolhapuri Jaggery', aliases: 'gud', subcategory: 'Salt & Sugar', unit: '500 g' },
    { name: 'Sulphur-Free Sugar', aliases: 'chini', subcategory: 'Salt & Sugar', unit: '1 kg' },
    { name: 'Iodised Salt', subcategory: 'Salt & Sugar', unit: '1 kg' },
    { name: 'Sunflower Oil', category: 'Oils & Ghee', unit: '1 l|2 l' },
    { name: 'Buffalo Ghee', category: 'Oils & Ghee', unit: '500 ml' },
    { name: 'Malai Paneer', brand: 'Sagar', unit: '500 g' },
    { name: 'Tea', unit: '250 g' },
    { name: 'Green Pea', unit: '50 g' },
    { name: 'Teak Polish', unit: '100 g' },
  ]
  index.add(shelf.map((fields, order) => ({ ...EMPTY, id: fields.name, order, ...fields })))
  return index
}

test.each([
  ['sugar 500g', 'Sulphur-Free Sugar', 'Kolhapuri Jaggery', 'Rock Salt', 'Malai Paneer'],
  ['suger 500g', 'Sulphur-Free Sugar', 'Kolhapuri Jaggery', 'Rock Salt'],
  // Not first what is only spelt or begun like it, in that amount.
  ['tea 50g', 'Tea', 'Teak Polish'],
  ['tea 100g', 'Tea', 'Teak Polish'],
  ['chini 500 g', 'Sulphur-Free Sugar', 'Kolhapuri Jaggery', 'Rock Salt'],
  ['ghee 2 litre', 'Buffalo Ghee', 'Sunflower Oil'],
  // A salt has the amount: no salt in another one is wanted.
  ['salt 500g', 'Rock Salt', 'Kolhapuri Jaggery'],
  ['gud 500g', 'Kolhapuri Jaggery'],
  ['oils 2 l', 'Sunflower Oil'],
])(
  '%s: what is called so comes before what only stands beside it in that amount',
  (text, ...names) => {
    expect(find(text, openStaples())).toEqual(names)
  },
)

test.each([9, 10])('of %i rices in the amount asked for, no other amount is found', (count) => {
  const index = new SearchIndex()
  for (let order = 0; order < 40; order++) {
    const [id, unit] = [`${order}`, order < count ? '5 kg' : '1 kg']
    index.add([{ ...EMPTY, id, order, name: 'Rice', unit }])
  }
  expect(find('rice 5kg', index)).toHaveLength(count)
  expect(find('rice 2kg', index)).toHaveLength(40)
})

test('where no product has all words, those with a typo come last of as many', () => {
  const index = new SearchIndex()
  const shelf = [
    { name: 'Pander' },
    { name: 'Snack Box of Many Good Things', category: 'Paneer' },
    ...['Chips', 'Nuts', 'Puffs', 'Sticks'].map((name) => ({ name, category: 'Paneer' })),
  ]
  index.add(shelf.map((fields, order) => ({ ...EMPTY, id: fields.name, order, ...fields })))
  expect(find('paneer xyzzyx', index).at(-1)).toBe('Pander')
})

test('between equals the order of the shop counts, also after some were brought up to date', () => {
  const index = new SearchIndex()
  const documents = ['a', 'b', 'c'].map((id, order) => ({ ...EMPTY, id, order, name: 'Salt' }))
  index.add(documents)
  index.replace(['a', 'b'], documents.slice(0, 2).reverse())
  expect(find('salt', index)).toEqual(['a', 'b', 'c'])
})

test('words that sound alike are known in Latin and in Devanagari letters', () => {
  for (const [one, other] of [
    ['sooji', 'सूजी'],
    ['jeera', 'zira'],
    ['atta', 'आटा'],
    ['chawal', 'चावल'],
    ['haldi', 'हल्दी'],
  ]) {
    expect(soundOf(one ?? ''), one).toBe(soundOf(other ?? ''))
  }
})

test('a shop has names of its own for a thing, of one word or several', () => {
  const index = openIndex()
  index.synonyms = new Synonyms(['gram flour|sooji', 'wax|silk soap', 'chhena|paneer'])
  expect(find('gram flour', index)[0]).toBe('Fine Sooji')
  expect(find('fresh chhena', index)[0]).toBe('Fresh Malai Paneer')
  expect(find('wax', index)).toEqual(['Silk Soap'])
  expect(find('haldi', index)[0]).toBe('Turmeric Powder')
  expect(find('milk', index)).toEqual(['Farm Milk', 'Milkmaid Dessert'])
})
