import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const PORT = '4397'
const ORIGIN = `http://localhost:${PORT}`
const SHOPPER = { name: 'Asha', email: 'asha@example.com', phone: '9876543210' }
const PASSWORD = 'monsoon mango 47'

const ask = (path: string, cookie = '') =>
  fetch(ORIGIN + path, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })

async function signIn(): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${ORIGIN}/api/user/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify(body),
    })
  await post('signup', { ...SHOPPER, password: PASSWORD })
  const answer = await post('signin', { email: SHOPPER.email, password: PASSWORD })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

test('with PRODUCT_GATE=redirect a product is shown to the signed in alone (S-056 S-148)', async () => {
  await using shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1', name: 'Toor dal' }])
  const settings = (gate: string) =>
    readSettings({ DATA_DIR: shop.dataDir, PORT, LOG_LEVEL: 'silent', PRODUCT_GATE: gate })
  const file = join(shop.dataDir, 'site/product/toor-dal.html')

  const before = await openShop(settings('open'), { log: openLog('silent') })
  expect((await ask('/product/toor-dal')).status).toBe(200)
  await untilReady(ORIGIN)
  expect(existsSync(file)).toBe(true)
  await before.close()

  const gated = await openShop(settings('redirect'), { log: openLog('silent') })
  expect(existsSync(file)).toBe(false)
  const refused = await ask('/product/toor-dal?variant=1')
  expect(refused.status).toBe(303)
  expect(refused.headers.get('location')).toBe('/signin?next=%2Fproduct%2Ftoor-dal%3Fvariant%3D1')
  expect(refused.headers.get('cache-control')).toContain('no-store')
  await untilReady(ORIGIN)
  expect((await ask('/sitemap-products-0.xml')).status).toBe(404)
  const feed = await ask('/feed.xml')
  expect(feed.status).toBe(200)
  expect(await feed.text()).not.toContain('toor-dal')

  const shown = await ask('/product/toor-dal', await signIn())
  expect(shown.status).toBe(200)
  expect(shown.headers.get('cache-control')).toContain('no-store')
  const html = await shown.text()
  expect(html).toContain('content="noindex"')
  expect(html).toContain('data-guard="user"')
  expect((await ask('/')).status).toBe(200)
  const glance = await ask('/quick/toor-dal')
  expect(glance.status).toBe(401)
  expect(await glance.json()).toMatchObject({ msg: 'Please login first!', code: 'signedOut' })
  expect((await ask('/category/staples')).status).not.toBe(303)
  await gated.close()
})
