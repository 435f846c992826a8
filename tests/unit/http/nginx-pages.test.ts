import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { exportSite } from '#lib/server/publish/export-site.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openNginx } from '#tests/support/outside/nginx.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const PHOTO = '0123456789abcdef-320.webp'
const PICTURE = `user-${'a'.repeat(22)}.webp`

/** A shop with a category and a brand that were renamed and a withdrawn product; nginx sends its exported pages. */
async function goLive() {
  const shop = await openSqlite()
  const dal = { sku: 'DAL-1', name: 'Toor dal', brand: 'Anna', weight: '1 kg=120|5 kg=550' }
  const old = { category: 'Dals', subcategory: '' }
  await importRows(shop, [
    { ...dal, ...old, brand: 'Annapurna' },
    { sku: 'GONE', name: 'Urad dal' },
  ])
  const rows = [dal, { sku: 'RICE-1', name: 'Rice', brand: 'Tulsi' }]
  await importRows(shop, rows, { replace: true })
  mkdirSync(join(shop.dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(shop.dataDir, 'uploads', PHOTO), 'dal')
  writeFileSync(join(shop.dataDir, 'uploads', PICTURE), 'a face')
  const port = await freePort()
  const settings = readSettings({
    ...{ DATA_DIR: shop.dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    ...{ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1,::1' },
    ...{ AUTH_SECRET: 'xk3V9qLm2TzR8wYc5BnH7dFg1JpS4uEa6KoQ0iNt', ALLOW_DEMO_PAYMENTS: 'yes' },
  })
  const open = await openShop(settings, { log: openLog('silent') })
  await untilReady(`http://127.0.0.1:${port}`)
  const folder = mkdtempSync(join(tmpdir(), 'kirana-pages-'))
  const pages = join(folder, '1')
  exportSite(settings, pages)
  // nginx reads them as a user of its own.
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const nginx = await openNginx(port, { pages })
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = request({
      ...{ host: '127.0.0.1', port: nginx.https, path, rejectUnauthorized: false, method },
      headers: { host: 'shop.example', ...headers },
    }).end()
    const [answer] = await once(asked, 'response')
    // Only the shop's own pages say what their scripts are.
    const policy = String(answer.headers['content-security-policy'] ?? '')
    const from = policy.includes('default-src') ? 'shop' : 'file'
    return {
      ...{ status: Number(answer.statusCode), from, headers: answer.headers },
      html: await text(answer),
    }
  }
  const close = async () => {
    await nginx[Symbol.asyncDispose]()
    await open.close()
    await shop[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ask, close, pages }
}

let live: Awaited<ReturnType<typeof goLive>>
beforeAll(async () => {
  live = await goLive()
})
afterAll(() => live.close())

test('exported pages come from their files, also home, later scripts and the feed', async () => {
  const { ask, pages } = live
  const [script = ''] = readdirSync(join(pages, 'static/js'))
  for (const path of ['/', '/product/toor-dal', '/category/pulses', '/feed.xml', '/sitemap.xml']) {
    const { status, from } = await ask(path)
    expect(`${path} ${status} ${from}`).toBe(`${path} 200 file`)
  }
  expect((await ask(`/static/js/${script}`)).from).toBe('file')
  const { headers, html } = await ask('/product/toor-dal')
  expect(html).toContain('Toor dal')
  expect(headers['content-type']).toBe('text/html')
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
  const packed = await ask('/product/toor-dal', { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
})

test('browsers keep exported scripts and pictures for a year, and ask for pages each time', async () => {
  const { ask, pages } = live
  const [script = ''] = readdirSync(join(pages, 'static/js'))
  const kept = async (path: string) => {
    const { from, headers } = await ask(path)
    return `${from} ${headers['cache-control']}`
  }
  const long = 'file public, max-age=31536000, immutable'
  for (const path of [`/static/js/${script}`, `/uploads/${PHOTO}`])
    expect(await kept(path), path).toBe(long)
  for (const path of ['/', '/product/toor-dal', '/sw.js'])
    expect(await kept(path), path).toBe('file public, max-age=0, must-revalidate')
})

test('before exported pages a pack, a filter, an order and a tab are shown by the shop', async () => {
  const { ask } = live
  const shown = async (path: string) => {
    const { status, from, html } = await ask(path)
    expect(`${path} ${status} ${from}`).toBe(`${path} 200 shop`)
    return html
  }
  expect(await shown('/product/toor-dal?variant=5-kg')).toContain('550')
  const filtered = await shown('/category/pulses?brand=Tulsi')
  expect(filtered).toContain('/product/rice"')
  expect(filtered).not.toContain('/product/toor-dal"')
  for (const path of ['/category/pulses?sort=price', '/product/rice?reviews=1', '/?tab=pulses'])
    await shown(path)
  expect((await ask('/', { cookie: '__Host-location=Nepal' })).from).toBe('shop')
  expect((await ask('/', { cookie: '__Host-flash=x' })).from).toBe('shop')
  expect((await ask('/', { cookie: 'theme=dark' })).from).toBe('file')
})

test('behind exported pages what has moved redirects, what was withdrawn is 410, what is unknown 404', async () => {
  const { ask } = live
  const leads = async (path: string) => {
    const { status, headers } = await ask(path)
    return [status, headers.location]
  }
  expect(await leads('/category/dals')).toEqual([301, '/category/pulses'])
  expect(await leads('/brand/annapurna')).toEqual([301, '/brand/anna'])
  for (const path of ['/product/toor-dal.html', '/product/toor-dal/', '/Product/toor-dal'])
    expect(await leads(path), path).toEqual([301, '/product/toor-dal'])
  expect(await leads('/index.html')).toEqual([301, '/'])
  expect(await leads('/index')).toEqual([301, '/'])
  expect((await ask('/product/urad-dal')).status).toBe(410)
  expect((await ask('/product/never')).status).toBe(404)
  expect((await ask('/404')).status).toBe(404)
})

test("behind exported pages a shopper's picture, search, cart and calls are the shop's", async () => {
  const { ask } = live
  const picture = await ask(`/uploads/${PICTURE}`)
  expect([picture.status, picture.from, picture.html]).toEqual([200, 'shop', 'a face'])
  for (const path of ['/search?q=dal', '/cart', '/signin']) {
    const { status, from } = await ask(path)
    expect(`${path} ${status} ${from}`).toBe(`${path} 200 shop`)
  }
  expect((await ask('/api/products/rice')).html).toContain('"Rice"')
  const written = await ask('/contact', {}, 'POST')
  expect([written.from, written.status]).not.toEqual(['file', 405])
})
