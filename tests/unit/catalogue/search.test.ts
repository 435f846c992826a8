import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProductQuery } from '#lib/catalogue/product-query.ts'
import { listProducts } from '#lib/server/catalogue/list-products.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { SearchIndex } from '#lib/server/catalogue/search/search-index.ts'
import { toWords } from '#lib/server/catalogue/search/search-words.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'

type Fields = Partial<Parameters<typeof productRow>[0]>
type Db = TestDatabase['db']

const CATEGORIES = ['staples', 'staples/dal', 'staples/spices', 'drinks']
const SHELF: Fields[] = [
  { id: 'ajwain', name: 'Carom Seeds/Ajwain', subcat_id: 'spices', unit: '100 g' },
  { id: 'turmeric', name: 'Turmeric Powder / Haldi', subcat_id: 'spices', unit: '200 g' },
  { id: 'poppy', name: 'Poppy Seeds/Khus Khus', subcat_id: 'spices', weights: '50 g|100gm' },
  { id: 'tomato', name: 'Tomato', aliases: 'tamatar|टमाटर', unit: '500 g' },
  { id: 'onion', name: 'Onion', aliases: 'pyaz|प्याज', unit: '1 kg' },
  { id: 'milk', name: 'Farm Milk', brand: 'Gaiya', category_id: 'drinks', unit: '1 l' },
  { id: 'silk', name: 'Silk Soap', brand: 'Nirmal', unit: '100 g' },
  { id: 'cafe', name: 'Café Crème', brand: "Anna's", category_id: 'drinks', unit: '0.5 kg' },
  { id: 'cola', name: '7Up Lemon Drink', category_id: 'drinks', unit: '750ML' },
  { id: 'toor', name: 'Toor Dal', subcat_id: 'dal', unit: '1000 g' },
]
const ROWS = SHELF.map((fields, number) => productRow({ ...fields, number }))

const firstOf = (search: Search, text: string) => search.find(text)[0]

async function openShelf(open: () => Promise<TestDatabase>) {
  const shop = await open()
  await fill(shop.db, CATEGORIES, ROWS)
  return shop
}

test.each([
  ['both halves of a bilingual name', 'ajwain', 'ajwain'],
  ['both halves of a bilingual name', 'carom', 'ajwain'],
  ['both halves of a bilingual name', 'khus khus', 'poppy'],
  ['another name', 'tamatar', 'tomato'],
  ['Devanagari', 'टमाटर', 'tomato'],
  ['Devanagari', 'प्याज', 'onion'],
  ['the beginning of a word', 'turm', 'turmeric'],
  ['the beginning of a word in another script', 'प्या', 'onion'],
  ['a letter too few', 'turmric', 'turmeric'],
  ['a letter too many', 'tomatto', 'tomato'],
  ['a wrong letter', 'onian', 'onion'],
  ['two letters swapped', 'haldi pwoder', 'turmeric'],
  ['two letters of a short word swapped', 'mlik', 'milk'],
  ['a brand', 'gaiya milk', 'milk'],
  ['an apostrophe left out', 'annas', 'cafe'],
  ['accents left out', 'cafe creme', 'cafe'],
  ['capitals', 'TOOR DAL', 'toor'],
  ['a sub-category', 'spices poppy', 'poppy'],
  ['a unit without the blank', 'onion 1kg', 'onion'],
  ['a unit in another spelling', 'onion 1 Kgs', 'onion'],
  ['a unit in another unit', 'toor dal 1 kg', 'toor'],
  ['a unit with a fraction', 'cafe 500gm', 'cafe'],
  ['a unit of a pack', 'poppy 100 g', 'poppy'],
  ['a number and a word apart', '7 up', 'cola'],
  ['a number and a word together', '7up', 'cola'],
  ['a word that nothing has', 'tomato ketchup', 'tomato'],
])('%s is understood: %s', async (_, text, id) => {
  await using shop = await openShelf(openSqlite)
  expect(firstOf(await Search.build(shop.db), text)).toBe(id)
})

test('a weight or volume is one word, in whatever spelling', () => {
  for (const text of ['1 kilo', '1 Kilogram', '1 किलो', '1किलो', '1000 ग्राम']) {
    expect(toWords(`Atta ${text}`)).toEqual(['atta', '1000_g'])
  }
  for (const text of ['1 liter', '1 Liters', '1 lit', '1 लीटर', '1000 मिली']) {
    expect(toWords(`Milk ${text}`)).toEqual(['milk', '1000_ml'])
  }
  expect(toWords('2 kilometre')).toEqual(['2', 'kilometre'])
  for (const text of ['1kg', '1 Kg', '1 kgs', '1000 g', '1000GM', '1.0 kg']) {
    expect(toWords(`Atta ${text}`)).toEqual(['atta', '1000_g'])
  }
  expect(toWords('Cola 1.5L + 750 ml')).toEqual(['cola', '1500_ml', '750_ml'])
  expect(toWords('6 x 100 g, Pack of 6')).toEqual(['6', 'x', '100_g', 'pack', '6'])
})

test('where nothing is found, words of the shop that are like those asked for are offered', async () => {
  await using shop = await openShelf(openSqlite)
  const search = await Search.build(shop.db)
  expect(search.find('toemattoe')).toEqual([])
  expect(search.nearWords('toemattoe')[0]).toBe('tomato')
  expect(search.nearWords('zz 12345 xxxxxxxxxxxxxx')).toEqual([])
})

test('an index most of which was replaced is made anew', async () => {
  const index = new SearchIndex()
  const milk = { order: 0, brand: '', category: '', subcategory: '', aliases: '', unit: '' }
  const documents = Array.from({ length: 1001 }, (_, at) => ({
    ...milk,
    id: `${at}`,
    name: 'Milk',
  }))
  index.add(documents)
  expect(index.needsRebuild).toBe(false)
  index.replace(
    documents.map(({ id }) => id),
    documents,
  )
  expect(index.needsRebuild).toBe(false)
  index.replace(
    documents.map(({ id }) => id),
    documents.slice(1),
  )
  expect(index.needsRebuild).toBe(true)
  expect(index.find(['milk'], 2000)).toHaveLength(1000)
  expect(index.find(['milk'], 2)).toEqual(['1', '2'])
})

test('no text breaks the search, however long or odd (A04)', async () => {
  await using shop = await openShelf(openSqlite)
  const search = await Search.build(shop.db)
  for (const text of [
    '',
    '   ',
    '%%%_\\',
    '"*" OR NEAR(',
    "'; drop table product",
    '\0',
    '\ud800',
  ]) {
    expect(search.find(text)).toEqual([])
  }
  expect(search.find('__proto__ constructor toString')).toEqual([])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(20), (text, limit) => {
      expect(search.find(text, limit).length).toBeLessThanOrEqual(limit)
    }),
  )
})

test('a search counts and pages all that it finds, however much (G15)', async () => {
  await using shop = await openSqlite()
  const rows = Array.from({ length: 1200 }, (_, number) =>
    productRow({
      number,
      name: `Everyday Tea ${number}`,
      veg: number % 4 === 0 ? 'nonveg' : 'veg',
    }),
  )
  await fill(shop.db, CATEGORIES, rows)
  const search = await Search.build(shop.db)
  const address = new URLSearchParams('q=everyday tea&veg=veg&page=9&perpage=100')
  const asked = parseProductQuery(address, { kind: 'api' })
  if (!asked.ok) throw new Error('not a query')
  const listing = await listProducts({ db: shop.db, search }, asked.value)
  expect(listing?.found).toMatchObject({ total: 900, totalPages: 9 })
  expect(listing?.found.ids).toHaveLength(100)
  expect(listing?.counts.veg).toEqual([
    { value: 'veg', count: 900 },
    { value: 'nonveg', count: 300 },
  ])
})

test('only the first eight words of the first hundred characters count (A04)', async () => {
  await using shop = await openShelf(openSqlite)
  const search = await Search.build(shop.db)
  expect(firstOf(search, 'tomato '.repeat(2000))).toBe('tomato')
  expect(search.find(`${'qqqqq wwwww rrrrr zzzzz xxxxx vvvvv jjjjj kkkkk'} tomato`)).toEqual([])
  expect(search.find(`${'-'.repeat(100)} tomato`)).toEqual([])
})

forEachDatabase((open) => {
  const change = (db: Db, names: string[], work: (trx: Db) => Promise<unknown>) =>
    inTransaction(db, async (trx) => {
      await work(trx)
      await announceChange(trx, names)
      return { ok: true, value: undefined }
    })

  test('a changed, an added and a withdrawn product are found as they are now', async () => {
    await using shop = await openShelf(open)
    const search = await Search.build(shop.db)
    const names = ['product:milk', 'product:silk', 'product:ghee']
    await change(shop.db, names, async (trx) => {
      await trx
        .updateTable('product')
        .set({ name: 'Buffalo Milk' })
        .where('id', '=', 'milk')
        .execute()
      await trx.updateTable('product').set({ withdrawn_at: 1 }).where('id', '=', 'silk').execute()
      await trx
        .insertInto('product')
        .values(productRow({ number: 99, id: 'ghee', name: 'Ghee' }))
        .execute()
    })
    expect(search.find('ghee')).toEqual([])
    await search.refresh(shop.db)
    expect([search.find('ghee'), search.find('buffalo'), search.find('nirmal')]).toEqual([
      ['ghee'],
      ['milk'],
      [],
    ])
    expect(search.find('farm')).toEqual([])
  })

  test('a product is found by the new name of its category', async () => {
    await using shop = await openShelf(open)
    const search = await Search.build(shop.db)
    await change(shop.db, ['categories'], (trx) =>
      trx.updateTable('category').set({ name: 'Masala' }).where('id', '=', 'spices').execute(),
    )
    await search.refresh(shop.db)
    expect(search.find('masala').sort()).toEqual(['ajwain', 'poppy', 'turmeric'])
    expect(search.find('spices')).toEqual([])
  })

  test('other names that editors bring are known at once', async () => {
    await using shop = await openShelf(open)
    const search = await Search.build(shop.db)
    expect(search.find('sabzi')).toEqual([])
    await change(shop.db, ['synonyms'], (trx) =>
      trx.insertInto('synonym').values({ position: 0, names: 'sabzi|tomato|onion' }).execute(),
    )
    await search.refresh(shop.db)
    expect(search.find('sabzi').sort()).toEqual(['onion', 'tomato'])
  })

  test('an index that has missed changes is built anew', async () => {
    await using shop = await openShelf(open)
    const search = await Search.build(shop.db)
    await change(shop.db, ['product:milk'], (trx) =>
      trx.updateTable('product').set({ name: 'Lassi' }).where('id', '=', 'milk').execute(),
    )
    await shop.db.deleteFrom('catalogue_change').execute()
    await Promise.all([search.refresh(shop.db), search.refresh(shop.db)])
    expect(search.find('lassi')).toEqual(['milk'])
  })

  test('hits are narrowed by the filters, best first without a sort', async () => {
    await using shop = await openShelf(open)
    const search = await Search.build(shop.db)
    const list = async (query: string) => {
      const parsed = parseProductQuery(new URLSearchParams(query), { kind: 'api' })
      if (!parsed.ok) throw new Error(parsed.error.msg)
      return (await listProducts({ db: shop.db, search }, parsed.value))?.found
    }
    expect((await list('q=seeds'))?.total).toBe(2)
    expect((await list('q=seeds&subcatid=dal'))?.ids).toEqual([])
    expect((await list('q=drinks&sort=newest'))?.ids).toEqual(['milk', 'cafe', 'cola'])
    expect(await list('q=')).toMatchObject({ total: ROWS.length, totalPages: 1 })
    expect(await list('q=%25%25')).toMatchObject({ ids: [], total: 0, totalPages: 1 })
  })
})
