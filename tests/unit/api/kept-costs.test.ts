import { expect, test } from 'vitest'
import { ROUTES } from '#lib/server/http/routes.ts'
import { allPaths } from '#lib/server/publish/pages.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { ask } from '#tests/support/http-front.ts'
import { openRendered } from '#tests/support/rendered-shop.ts'

const COST = '48171.93'
const TOLD = /48,?171|4817193/

test('no page, feed or call that a shopper can ask for says what a product costs the shop (E23)', async () => {
  await using at = await openRendered(openSqlite, 30)
  const { db } = at.shop
  await db.updateTable('product').set({ cost: COST }).execute()
  const [product] = await db.selectFrom('product').select(['id', 'name']).limit(1).execute()
  const { id = '', name = '' } = product ?? {}
  const { cookie } = await newShopper(at.shop, at)
  const calls = ROUTES.filter(({ path, who, methods }) => {
    return (
      ['everybody', 'shopper', 'account'].includes(who) &&
      methods.includes('GET') &&
      path.startsWith('/api')
    )
  }).map(({ path }) => path.replace(/\[\w+\]/, path.includes('products') ? id : 'x'))
  const words = encodeURIComponent(name)
  const pages = [...(await allPaths(db)), '/cart', '/my-list', '/checkout', `/search?q=${words}`]
  const paths = [
    ...pages,
    ...calls,
    `/api/search?q=${words}`,
    `/api/productreviews?productid=${id}`,
  ]
  expect(paths.length).toBeGreaterThan(60)
  let said = 0
  for (const path of paths) {
    const { status, text } = await ask(at.server, path, { headers: { cookie } })
    expect([path, TOLD.exec(text)?.[0]]).toEqual([path, undefined])
    if (status === 200 && text.includes(name)) said++
  }
  // The pages do tell about the product.
  expect(said).toBeGreaterThan(3)
})
