import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchDocument } from '#lib/server/catalogue/search/search-documents.ts'
import { SearchIndex } from '#lib/server/catalogue/search/search-index.ts'
import { toQueryWords } from '#lib/server/catalogue/search/search-words.ts'

const KINDS = [
  'Basmati Rice',
  'Toor Dal',
  'Besan / Gram Flour',
  'Haldi',
  'Masala Tea',
  'Rice Bran Oil',
]
const MANNERS = ['Farm Fresh', 'Hill Grown', 'Classic', 'Everyday', 'Select']
const UNITS = ['500 g', '1 kg', '2 kg', '750 ml']

const of = (values: string[], at: number) => values[at % values.length] ?? ''

function shelf(first: number, count: number): SearchDocument[] {
  return Array.from({ length: count }, (_, at) => first + at).map((order) => ({
    ...{ id: `p${order}`, order, brand: '', aliases: order % 11 === 0 ? 'jeera|Cumin' : '' },
    ...{ name: `${of(MANNERS, order)} ${of(KINDS, order)}`, unit: of(UNITS, order) },
    ...{ category: `Shelf ${order % 3}`, subcategory: order % 7 === 0 ? 'Spices' : '' },
  }))
}

/** What shoppers type: words of the shop, other names of them, beginnings, typos, amounts, and what nobody sells. */
const WORDS = [
  ...['rice', 'basmati', 'toor', 'dal', 'tea', 'haldi', 'shelf', 'fresh', 'spices', 'xyzzy', 'a'],
  ...['turmeric', 'chawal', 'gram flour', 'besan', 'zira', 'ri', 'masal', 'evry', 'clasic', 'dla'],
  ...['basmti', 'toro', 'bsean', 'hlil', '1kg', '500 g', '5', '75'],
]
const texts = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '))

const hits = (index: SearchIndex, text: string) => [...index.hits(toQueryWords(text))]

test('a search finds the same, whatever was searched for before and however the shop grew meanwhile', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 12 }), (asked) => {
      const [old, grown] = [shelf(0, 90), shelf(90, 30)]
      const index = new SearchIndex()
      index.add(old)
      for (const text of asked) hits(index, text)
      index.replace(['p3', 'p4'], grown)
      for (const text of asked) {
        const fresh = new SearchIndex()
        fresh.add(old)
        fresh.replace(['p3', 'p4'], grown)
        expect(hits(index, text), text).toEqual(hits(fresh, text))
      }
    }),
    { numRuns: 40 },
  )
})

/** Words that are whole words of the shelf, so that no other way to find a product comes in. */
const OWN = [
  'basmati',
  'rice',
  'toor',
  'dal',
  'tea',
  'farm',
  'hill',
  'classic',
  'everyday',
  'shelf',
]

test('with enough products that have all words, exactly those are found', () => {
  const documents = shelf(0, 900)
  const index = new SearchIndex()
  index.add(documents)
  const has = (document: SearchDocument, word: string) =>
    `${document.name} ${document.category}`.toLowerCase().split(' ').includes(word)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...OWN), { minLength: 1, maxLength: 3 }),
      (words) => {
        const all = documents.filter((document) => words.every((word) => has(document, word)))
        fc.pre(all.length >= 10)
        const found = hits(index, words.join(' ')).toSorted((a, b) => a - b)
        expect(found).toEqual(all.map(({ order }) => order))
      },
    ),
  )
})
