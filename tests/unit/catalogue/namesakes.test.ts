import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgres } from '#lib/server/database/database.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { AS_SERVER, page, publisherOf, shelf } from '#tests/support/publishing.ts'

const brinjal = (sku: string, subcategory: string, more = {}) => ({
  ...{ sku, name: 'Brinjal', unit: '500 g', category: 'Vegetables', subcategory },
  ...more,
})

const titleAt = (shop: TestDatabase, path: string) => /<title>([^<]*)/.exec(page(shop, path))?.[1]
const titleOf = (shop: TestDatabase, id: string) => titleAt(shop, `product/${id}`)

forEachDatabase((open) => {
  test('products of one name and pack have titles of their own, as long as there are several', async () => {
    await using shop = await open()
    const publish = () => publisherOf(shop).publishPending()
    const [first, other] = [brinjal('V-1', 'Everyday'), brinjal('V-2', 'Organic')]
    await importRows(shop, [first, ...shelf(3)])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')

    await importRows(shop, [other])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, Everyday | Kirana')
    expect(titleOf(shop, 'brinjal-500-g')).toBe('Brinjal 500 g, Organic | Kirana')

    await importRows(shop, [{ ...other, subcategory: 'Everyday' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, V-1 | Kirana')
    expect(titleOf(shop, 'brinjal-500-g')).toBe('Brinjal 500 g, V-2 | Kirana')

    await importRows(shop, [{ ...other, name: 'Round brinjal' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')

    // An existing product takes the name.
    await importRows(shop, [{ sku: 'DAL-1', name: 'Brinjal', unit: '500 g' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, Everyday | Kirana')

    await importRows(shop, [first, other], { replace: true })
    await importRows(shop, [first], { replace: true })
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')
  })

  test('titles differ too where brand or pack stand in one name and beside the other', async () => {
    await using shop = await open()
    const publish = () => publisherOf(shop).publishPending()
    const butter = (sku: string, name: string, more = {}) => ({
      ...{ sku, name, brand: 'Amul', unit: '500 g', category: 'Dairy', subcategory: '' },
      ...more,
    })
    await importRows(shop, [butter('B-1', 'Butter'), ...shelf(2)])
    await publish()
    expect(titleOf(shop, 'butter')).toBe('Amul Butter 500 g | Kirana')
    const others = [butter('B-2', 'Amul Butter'), butter('B-3', 'Amul Butter 500 g', { unit: '' })]
    await importRows(shop, others)
    await publish()
    const titles = () =>
      ['butter', 'amul-butter', 'amul-butter-500-g'].map((id) => titleOf(shop, id))
    expect(titles()).toEqual(
      ['B-1', 'B-2', 'B-3'].map((sku) => `Amul Butter 500 g, ${sku} | Kirana`),
    )
    await importRows(shop, [butter('B-2', 'Butter', { brand: 'Nandini' }), butter('B-3', 'Ghee')])
    await publish()
    expect(titleOf(shop, 'butter')).toBe('Amul Butter 500 g | Kirana')
  })

  test('a brand and a category of one name have titles and descriptions of their own', async () => {
    await using shop = await open()
    const row = { category: 'Organic', brand: 'Organic', subcategory: '' }
    await importRows(shop, [
      { sku: 'A', ...row },
      { sku: 'B', ...row },
    ])
    await publisherOf(shop).publishPending()
    expect(titleAt(shop, 'category/organic')).toBe('Organic online | Kirana')
    expect(titleAt(shop, 'brand/organic')).toBe('Organic: all products online | Kirana')
    const about = (path: string) =>
      /name="description" content="([^"]*)"/.exec(page(shop, path))?.[1]
    expect(about('category/organic')).toMatch(/^2 products in Organic/)
    expect(about('brand/organic')).toMatch(/^2 products of Organic/)
  })

  test('a publish that the database refused to record is done again in full (F35)', async () => {
    await using shop = await open()
    const server = publisherOf(shop, AS_SERVER)
    const named = (sku: string, name: string) => ({ sku, name, unit: '500 g' })
    await importRows(shop, [brinjal('V-1', 'Everyday'), ...shelf(3)])
    await importRows(shop, [named('DAL-1', 'Brinjal'), named('DAL-2', 'Brinjal')])
    await server.publishPending()
    // From now on it is the other lentil that its title is told apart from.
    await importRows(shop, [named('DAL-1', 'Moong')])
    const allow = await refusePages(shop)
    await expect(server.publishPending()).rejects.toThrow('the disk is full')
    await allow()
    await server.publishPending()
    await server.close()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, Everyday | Kirana')
    await importRows(shop, [named('DAL-2', 'Masoor')])
    await publisherOf(shop).publishPending()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')
  })

  test('an edit of one of many products of a name touches only the next one', async () => {
    await using shop = await open()
    const many = Array.from({ length: 12 }, (_, at) => brinjal(`V-${at}`, 'Everyday'))
    await importRows(shop, many)
    await publisherOf(shop).publishPending()
    await importRows(shop, [{ ...many[5], sku: 'V-5', description: 'Long ones.' }])
    // Two products, and the sitemap file and feed that name one of them.
    expect((await publisherOf(shop).publishPending()).rendered).toBeLessThanOrEqual(4)
  })
})

/** Makes the database refuse all records of product pages. @returns what ends that */
async function refusePages({ db, url }: TestDatabase): Promise<() => Promise<unknown>> {
  if (!isPostgres(url)) {
    await sql`create trigger full_disk before insert on page when new.path like '/product/%'
      begin select raise(abort, 'the disk is full'); end`.execute(db)
    return () => sql`drop trigger full_disk`.execute(db)
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(db)
  await sql`create trigger full_disk before insert on page for each row
    when (new.path like '/product/%') execute function refuse()`.execute(db)
  return () => sql`drop trigger full_disk on page`.execute(db)
}
