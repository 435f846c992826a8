import { expect, test } from 'vitest'
import { type Shop, shopSchema } from '#lib/shop.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { visitPage } from '#tests/support/rendered-shop.ts'

test('a shop that says nothing of itself has the specification’s words (S-039 S-040)', async () => {
  await using shop = await openSqlite()
  const html = await visitPage(shop, '/')
  expect(html.includes('$20 off the first order')).toBe(true)
  for (const point of [
    'Everyday fresh products',
    'Free delivery for orders over $70',
    'Daily mega discounts',
    'Best price on the market',
  ]) {
    expect(html.includes(point), point).toBe(true)
  }
})

test('a shop’s own words stand in their place', async () => {
  await using shop = await openSqlite()
  const words = {
    name: 'Own',
    points: ['Ground today', 'Free delivery'],
    newslettertitle: 'Fresh news',
  }
  const json = JSON.stringify(shopSchema.parse(words))
  await shop.db.insertInto('shop').values({ id: 1, json }).execute()
  const html = await visitPage(shop, '/')
  const said = ['Ground today', '$70', 'Daily mega discounts', 'Fresh news']
  expect(said.map((text) => html.includes(text))).toEqual([true, false, true, true])
})

test('who hears complaints stands in every footer and on the contact page (G37)', async () => {
  await using shop = await openSqlite()
  const said = 'Grievance officer: Asha Rao, Manager, asha@example.com'
  expect(await visitPage(shop, '/contact')).not.toContain('Grievance officer')
  const words = { name: 'Own', grievance: 'Asha Rao, Manager, asha@example.com' }
  const json = JSON.stringify(shopSchema.parse(words))
  await shop.db.insertInto('shop').values({ id: 1, json }).execute()
  expect((await visitPage(shop, '/')).split(said)).toHaveLength(2)
  expect((await visitPage(shop, '/contact')).split(said)).toHaveLength(3)
})

test('the price filter goes from 0 to 60000 in steps of 5 where a shop says nothing of it (S-051)', async () => {
  await using shop = await openSqlite()
  await fill(shop.db, ['staples'], [productRow({ number: 1, price_paise: 9_850 })])
  const ranges = async () =>
    (await visitPage(shop, '/category/staples')).match(/<input type="range"[^>]*>/g)?.join() ?? ''
  const wide = await ranges()
  expect(wide.match(/min="0" max="60000" step="5"/g)).toHaveLength(2)
  const json = JSON.stringify(shopSchema.parse({ name: 'Own', pricefilter: 'list' }))
  await shop.db.insertInto('shop').values({ id: 1, json }).execute()
  expect((await ranges()).match(/min="95" max="100" step="5"/g)).toHaveLength(2)
})

test('a product page says of returns what the shop does, and calls them free only if it does', async () => {
  await using shop = await openSqlite()
  await fill(shop.db, ['staples'], [productRow({ number: 1 })])
  const lineOf = async (words: Partial<Shop>) => {
    const json = JSON.stringify(shopSchema.parse({ name: 'Own', ...words }))
    const row = { id: 1, json }
    const kept = shop.db.insertInto('shop').values(row)
    await kept.onConflict((oc) => oc.column('id').doUpdateSet({ json })).execute()
    const { id } = await shop.db.selectFrom('product').select('id').executeTakeFirstOrThrow()
    return (await visitPage(shop, `/product/${id}`)).match(
      /<li>([^<]*(?:eturns|taken back)[^<]*)</,
    )?.[1]
  }
  expect(await lineOf({})).toBeUndefined()
  expect(await lineOf({ returndays: 7 })).toBe('Returns within 7 days')
  expect(await lineOf({ returndays: 7, freereturns: true })).toBe('Free returns within 7 days')
  const { name } = await shop.db.selectFrom('category').select('name').executeTakeFirstOrThrow()
  const refused = 'Not taken back, unless it is faulty, wrong or late'
  expect(await lineOf({ returndays: 7, noreturns: [name] })).toBe(refused)
  expect(await lineOf({ returndays: 0 })).toBe(refused)
})
