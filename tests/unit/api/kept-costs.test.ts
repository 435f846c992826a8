import { expect, test } from 'vitest'
import { ROUTES } from '#lib/server/http/routes.ts'
import { allPaths } from '#lib/server/publish/pages.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { ask } from '#tests/support/http-front.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
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
  await db.updateTable('user').set({ email_verified: true }).execute()
  const post = (path: string, body: object) =>
    ask(at.server, path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { cookie, origin: 'http://localhost:4321', 'content-type': 'application/json' },
    })
  const one = { productid: id, quantity: 1 }
  const filled = [
    await post('/api/cart/add', one),
    await post('/api/checkout', { ...BILLING, payment: 'cod' }),
    await post('/api/cart/add', one),
    await post('/api/mylist/add', { productid: id }),
  ]
  expect(filled.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const calls = ROUTES.filter(({ path, who, methods }) => {
    return (
      ['everybody', 'shopper', 'account'].includes(who) &&
      methods.includes('GET') &&
      path.startsWith('/api')
    )
  }).map(({ path }) => path.replace(/\[\w+\]/, path.includes('products') ? id : 'x'))
  const words = encodeURIComponent(name)
  const pages = [
    ...(await allPaths(db)),
    '/cart',
    '/mylist',
    '/checkout',
    '/orders',
    `/search?q=${words}`,
  ]
  const paths = [
    ...pages,
    ...calls,
    `/api/search?q=${words}`,
    `/api/productreviews?productid=${id}`,
  ]
  const order = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  // Where the product is shown to who put it into cart and list, and ordered it.
  const shown = ['/cart', '/mylist', '/orders', `/orders/${order.id}`].flatMap((path) => [
    path,
    `/api${path}`,
  ])
  paths.push(...shown)
  expect(paths.length).toBeGreaterThan(60)
  let said = 0
  for (const path of paths) {
    const { status, text } = await ask(at.server, path, { headers: { cookie } })
    expect([path, TOLD.exec(text)?.[0]]).toEqual([path, undefined])
    if (shown.includes(path)) expect([path, status, text.includes(name)]).toEqual([path, 200, true])
    if (status === 200 && text.includes(name)) said++
  }
  // The pages do tell about the product.
  expect(said).toBeGreaterThan(3)
})
