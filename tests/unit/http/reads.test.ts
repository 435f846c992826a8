import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { vapidKey } from '#lib/server/push/vapid.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { ROUTES } from '#lib/server/http/routes.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { ask } from '#tests/support/http-front.ts'
import { openRendered } from '#tests/support/rendered-shop.ts'

const PUBLIC = [
  ...['/', '/search?q=rice', '/category/category-1', '/subcat/shelf-1-1', '/product/product-7'],
  ...['/compare?ids=product-1,product-2', '/contact', '/location', '/signin', '/signup', '/forgot'],
  ...['/api/products', '/api/search?q=rice', '/api/category', '/api/subcat', '/api/countries'],
  ...['/api/productreviews?productid=product-7', '/quick/product-7', '/no-such-page'],
]
const OWN = [
  ...['/cart', '/mylist', '/checkout', '/orders', '/myaccount', '/orders/no-such-order'],
  ...['/api/cart', '/api/mylist', '/api/checkout', '/api/orders', '/api/user/sessions'],
]

/** The number of rows that this connection has ever written. */
async function written({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Somebody's list, and a cart with a price of another day. */
async function gather({ db }: TestDatabase, user_id: string): Promise<void> {
  const thing = { user_id, product_id: 'product-7', choice: '', created_at: 1 }
  const line = { ...thing, id: `line ${user_id}`, quantity: 2, seen_price_paise: 1, changed_at: 1 }
  await db.insertInto('cart_item').values(line).execute()
  await db
    .insertInto('wishlist_item')
    .values({ ...thing, id: `wish ${user_id}` })
    .execute()
}

/** Every address that can be read, with a value in place of each parameter. */
const ALL = ROUTES.filter(({ methods }) => methods.includes('GET')).map(({ path }) =>
  path.replaceAll(/\[(\.{3})?\w+\]/g, 'x'),
)

test('reading writes nothing, whoever reads and whatever (A07)', async () => {
  await using at = await openRendered(openSqlite, 50)
  const shopper = await newShopper(at.shop, { accounts: at.accounts })
  const owner = await newShopper(at.shop, { accounts: at.accounts, email: 'owner@example.com' })
  const { db } = at.shop
  await db
    .updateTable('user')
    .set({ roles: 'owner' })
    .where('email', '=', 'owner@example.com')
    .execute()
  const guest = await openGuest(db)
  await db
    .insertInto('cart')
    .values([
      { user_id: shopper.user.id, revision: 1 },
      { user_id: owner.user.id, revision: 1 },
    ])
    .execute()
  for (const id of [shopper.user.id, owner.user.id, guest.id]) await gather(at.shop, id)
  // The shop makes this key when it starts.
  await vapidKey(db)
  const before = await written(at.shop)
  const wrote: string[] = []
  let last = before
  const who = {
    ...{ visitor: {}, stranger: { cookie: `guest=${'a'.repeat(43)}` } },
    ...{ guest: { cookie: `guest=${guest.token}` }, owner: { cookie: owner.cookie } },
    'signed in': { cookie: shopper.cookie },
  }
  for (const path of new Set([...PUBLIC, ...OWN, ...ALL])) {
    for (const [name, headers] of Object.entries(who)) {
      const { status } = await ask(at.server, path, { headers })
      if (status >= 500) wrote.push(`${path} ${name}: ${status}`)
      const now = await written(at.shop)
      if (now !== last) wrote.push(`${path} ${name}`)
      last = now
    }
  }
  // Only one thing is recorded: who downloaded a copy of the list.
  expect(wrote).toEqual(['/api/desk/export owner'])
  const actions = await db.selectFrom('desk_action').select('kind').execute()
  expect(actions).toEqual([{ kind: 'export' }])
  expect(await db.selectFrom('catalogue_export').selectAll().execute()).toEqual([])
})
