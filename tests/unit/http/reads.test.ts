import { sql } from 'kysely'
import { expect, test } from 'vitest'
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

/** Rows that this connection ever wrote. */
async function written({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db)
  return rows[0]?.count ?? 0
}

test('reading writes nothing, whoever reads and whatever (A07)', async () => {
  await using at = await openRendered(openSqlite, 50)
  const { cookie } = await newShopper(at.shop, { accounts: at.accounts })
  const before = await written(at.shop)
  const wrote: string[] = []
  let last = before
  for (const path of [...PUBLIC, ...OWN]) {
    for (const headers of [{}, { cookie }]) {
      await ask(at.server, path, { headers })
      const now = await written(at.shop)
      if (now !== last) wrote.push(`${path} ${'cookie' in headers ? 'signed in' : 'visitor'}`)
      last = now
    }
  }
  expect(wrote).toEqual([])
})
