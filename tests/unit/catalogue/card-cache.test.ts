import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { CardCache } from '#lib/server/catalogue/card-cache.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

test('a card is rendered once for many requests, anew when it shows something else, and what was not asked for goes', async () => {
  await using shop = await openSqlite()
  const kept = new CardCache(2)
  let count = 0
  const show = (name: string) =>
    new Catalogue(shop.db, undefined, kept).renderOnce(
      'card',
      { name },
      async () => `${name} ${++count}`,
    )
  expect([await show('dal'), await show('dal')]).toEqual(['dal 1', 'dal 1'])
  expect([await show('rice'), await show('dal'), await show('salt')]).toEqual([
    'rice 2',
    'dal 1',
    'salt 3',
  ])
  expect([await show('dal'), await show('rice')]).toEqual(['dal 1', 'rice 4'])
})

test('a text that has read more than its content is made for each request', async () => {
  await using shop = await openSqlite()
  const kept = new CardCache()
  let count = 0
  const show = () => {
    const catalogue = new Catalogue(shop.db, undefined, kept)
    return catalogue.renderOnce(
      'card',
      {},
      async () => `${(await catalogue.banners()).length} ${++count}`,
    )
  }
  expect([await show(), await show()]).toEqual(['0 1', '0 2'])
})
