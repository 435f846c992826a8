import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from '#lib/server/build/root.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { toWords } from '#lib/server/catalogue/search/search-words.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath } from '#tests/support/lists/import-files.ts'

/** How many of the forty Hindi searches may find another good product before the expected one. */
const MAX_LATER = 4
let firstOrders: (string | undefined)[][] | undefined

const searchesSchema = z.array(z.object({ query: z.string(), expect: z.string() }))

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const searches = (file: string) =>
  searchesSchema.parse(JSON.parse(read(`tests/fixtures/${file}.json`)))

/** The demo shop without its pictures, which take longer to make than all the rest. */
async function openDemo(open: () => Promise<TestDatabase>) {
  const shop = await open()
  const folder = folderOf({
    'products.csv': read('catalogue/products.csv').replace(',images,', ',unused,'),
    'synonyms.csv': read('catalogue/synonyms.csv'),
  })
  expect(await importPath(shop, folder)).toMatchObject({ errors: [], accepted: 180 })
  return shop
}

forEachDatabase((open) => {
  test('every search over the demo has what is meant among the first ten, Hindi words mostly first', async () => {
    await using shop = await openDemo(open)
    const search = await Search.build(shop.db)
    const products = await shop.db.selectFrom('product').select(['id', 'name']).execute()
    const names = new Map(products.map(({ id, name }) => [id, name]))
    const found = (query: string) => search.find(query, 10).map((id) => names.get(id))
    const misses = (file: string, first: number) =>
      searches(file).flatMap(({ query, expect: name }) => {
        const hits = found(query)
        return hits.slice(0, first).includes(name) ? [] : [{ query, name, hits: hits.slice(0, 3) }]
      })
    expect(misses('searches', 10)).toEqual([])
    expect(misses('hindi-searches', 10)).toEqual([])
    // A search for cheese must not find words that only sound alike.
    expect(found('paneer')).not.toContain('Rose Water')
    // The same holds while it is being typed.
    for (const typed of ['jee', 'jeer', 'jeera', 'zir', 'जीर'])
      expect(found(typed)[0], typed).toBe('Cumin Seeds')
    const later = misses('hindi-searches', 1)
    expect(later.length, JSON.stringify(later, null, 1)).toBeLessThanOrEqual(MAX_LATER)
    const orders = searches('hindi-searches').map(({ query }) => found(query))
    firstOrders ??= orders
    expect(orders, 'in the same order on both databases').toEqual(firstOrders)
  })

  test('whatever amount is asked for, what is called by the word stands first', async () => {
    await using shop = await openDemo(open)
    const search = await Search.build(shop.db)
    const products = await shop.db
      .selectFrom('product')
      .select(['id', 'name', 'aliases', 'brand'])
      .execute()
    const names = new Map(
      products.map(({ id, name, aliases, brand }) => [id, [name, aliases, brand].join('|')]),
    )
    const asked = new Set(products.flatMap(({ name }) => toWords(name)))
    // A single letter or a number is no name of a thing.
    const things = [...asked].filter((word) => word.length > 1 && !/\d/.test(word))
    const wrong = things.flatMap((thing) =>
      ['50 g', '200 g', '500 g', '5 kg', '1 l'].flatMap((amount) => {
        const found = names.get(search.find(`${thing} ${amount}`, 1)[0] ?? '') ?? ''
        return toWords(found).includes(thing) ? [] : [`${thing} ${amount}: ${found}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})
