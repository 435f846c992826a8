import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { readMap } from '#lib/server/import/read/columns/map.ts'
import { openLog } from '#lib/server/http/log.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const FIXTURES = join(ROOT, 'tests/fixtures/import')

// An entity that was escaped twice, as in `&amp;rsquo;`, and characters that no text should contain.
const ENTITY = /&amp;#?\w+;/
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

test("a shop opens from another shop's file and shows clean texts (E06)", async () => {
  await using shop = await openSqlite()
  const parsed = readMap(readFileSync(join(FIXTURES, 'foreign.map.json'), 'utf8'))
  if (!parsed.ok) throw new Error(parsed.error)
  const options = { dataDir: shop.dataDir, map: parsed.value, skipInvalid: true }
  const report = await importCatalogue(shop.db, join(FIXTURES, 'foreign.csv'), options)
  expect(report).toMatchObject({ accepted: 57, rejected: 3 })
  for (const { line, reason } of report?.errors ?? []) {
    expect(line).toBeGreaterThan(1)
    expect(reason).not.toBe('')
  }

  const settings = readSettings({
    DATA_DIR: shop.dataDir,
    PORT: '4395',
    LOG_LEVEL: 'silent',
  })
  const { close } = await openShop(settings, { log: openLog('silent') })
  await using end = new AsyncDisposableStack()
  end.defer(close)
  await untilReady('http://localhost:4395')
  const folder = join(shop.dataDir, 'site/product')
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
  expect(pages).toHaveLength(57)
  for (const name of pages) {
    const html = readFileSync(join(folder, name), 'utf8')
    expect(ENTITY.exec(html)?.[0], name).toBeUndefined()
    expect(CONTROL.exec(html), name).toBeNull()
  }
  const served = await fetch(`http://localhost:4395/product/${pages[7]?.replace('.html', '')}`)
  expect(served.status).toBe(200)
  expect(await served.text()).toContain('IN STOCK')
})

test('a withdrawn product is 410 and leads on, an unknown one 404 (E08)', async () => {
  await using shop = await openSqlite()
  const rows = [{ sku: 'DAL-1' }, { sku: 'DAL-2', name: 'Urad dal' }]
  await importRows(shop, rows)
  const settings = readSettings({ DATA_DIR: shop.dataDir, PORT: '4396', LOG_LEVEL: 'silent' })
  const { close } = await openShop(settings, { log: openLog('silent') })
  await using end = new AsyncDisposableStack()
  end.defer(close)
  const ask = (path: string) => fetch(`http://localhost:4396${path}`)
  expect((await ask('/product/urad-dal')).status).toBe(200)
  await importRows(shop, rows.slice(0, 1), { replace: true })
  // The running shop notices by itself.
  await expect.poll(async () => (await ask('/product/urad-dal')).status).toBe(410)
  const gone = await (await ask('/product/urad-dal')).text()
  expect(gone).toContain('No longer sold')
  expect(gone).toMatch(/<main[^]*href="\/category\/[^]*<\/main>/)
  expect(gone).toMatch(/<main[^]*action="\/search"[^]*<\/main>/)
  expect((await ask('/product/never-was')).status).toBe(404)
  const sitemap = async () => (await ask('/sitemap-products-0.xml')).text()
  await expect.poll(sitemap, { timeout: 20_000 }).not.toContain('urad-dal')
})
