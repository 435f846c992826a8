import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CLIENT_DIR } from '#lib/server/publish/app/build-output.ts'
import { exportSite } from '#lib/server/publish/export-site.ts'
import { packPage, publishedPaths, readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { runCommand } from '#tests/support/shop-command.ts'

test('export-site writes the published shop as plain files that any web server can send, no shopper among them', async () => {
  await using shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1', name: 'Toor dal' }])
  // The sale began while no server was running.
  const sale = { sale_paise: 9876, sale_from: Date.parse('2026-01-01'), sale_until: null }
  await shop.db.updateTable('product').set(sale).execute()
  const uploads = join(shop.dataDir, 'uploads')
  mkdirSync(join(uploads, 'originals'), { recursive: true })
  writeFileSync(join(uploads, '0123456789abcdef-320.webp'), 'picture')
  writeFileSync(join(uploads, 'originals/secret.png'), 'original')
  writeFileSync(join(uploads, `user-${'a'.repeat(22)}.webp`), "a shopper's own")
  const target = join(shop.dataDir, 'plain')
  const { code, out, err } = await runCommand(shop, ['export-site', target, '--json'])
  expect(err).not.toContain('Error')
  expect(code).toBe(0)
  const site = join(shop.dataDir, 'site')
  const html = readFileSync(join(target, 'product/toor-dal.html'), 'utf8')
  expect(html).toMatch(/^<!DOCTYPE html>/)
  expect(html).toContain('98.76')
  expect(html).toBe(readPage(site, '/product/toor-dal').toString())
  for (const path of publishedPaths(site)) {
    const name = path === '/' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`
    expect(existsSync(join(target, name)), name).toBe(true)
  }
  for (const name of [
    'feed.xml.br',
    'feed.xml.gz',
    'static/js',
    'uploads/0123456789abcdef-320.webp',
  ]) {
    expect(existsSync(join(target, name)), name).toBe(true)
  }
  expect(existsSync(join(target, '.parts'))).toBe(false)
  expect(readdirSync(join(target, 'uploads'))).toEqual(['0123456789abcdef-320.webp'])
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
  expect(JSON.parse(out)).toEqual({ files: files.filter((file) => file.isFile()).length })

  const settings = readSettings({ DATA_DIR: shop.dataDir })
  expect(exportSite(settings, target)).toBeUndefined()
  expect(readFileSync(join(target, 'sw.js'))).toEqual(readFileSync(join(CLIENT_DIR, 'sw.js')))
  packPage(site, '/')
  const again = join(shop.dataDir, 'again')
  exportSite({ ...settings, serviceWorker: 'off' }, again)
  const off = readFileSync(join(CLIENT_DIR, 'sw-off.js'))
  expect(readFileSync(join(again, 'sw.js')), 'a worker that removes itself').toEqual(off)
  const packed = brotliDecompressSync(readFileSync(join(again, 'index.html.br')))
  expect(packed).toEqual(readFileSync(join(again, 'index.html')))
})

test('export-site fails when pages are missing, and names them', async () => {
  await using shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1', name: 'Toor dal' }])
  // Beyond the range of a date: no template can format it.
  await shop.db.updateTable('product').set({ sale_until: 9e15, base_paise: 100 }).execute()
  const target = join(shop.dataDir, 'plain')
  const { code, err } = await runCommand(shop, ['export-site', target])
  expect([code, err]).toEqual([1, expect.stringContaining('/product/toor-dal: ')])
  expect(existsSync(join(target, 'index.html'))).toBe(true)
})
