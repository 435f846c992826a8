import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { loadApp } from '#lib/server/publish/app/build-output.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { compose, toFile } from '#lib/server/publish/files/page-file.ts'
import { partWants } from '#lib/server/publish/page-parts.ts'
import { allPaths } from '#lib/server/publish/pages.ts'
import { PartRounds } from '#lib/server/publish/part-rounds.ts'
import { Publisher, type PublisherOptions } from '#lib/server/publish/publisher.ts'
import { ReadIndex } from '#lib/server/publish/records/read-index.ts'
import { warmUpPages } from '#lib/server/publish/render/warm-up.ts'
import { renderBatch } from '#lib/server/publish/render/renderer.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { siteIdOf } from '#lib/server/publish/site/site.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { CatalogueCache } from '#lib/server/publish/render/catalogue-cache.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows, productLines, type Row } from '#tests/support/lists/editors-file.ts'
import { folderOf, importPath } from '#tests/support/lists/import-files.ts'

const ORIGIN = 'http://localhost:4321'
const RENDERING = { origin: ORIGIN, productGate: 'open', cartGate: 'open' } as const

const shelf: Row[] = Array.from({ length: 60 }, (_, at) => ({
  sku: `DAL-${at}`,
  name: at % 3 === 0 ? `Dal <!--part ${at}--> </body> "${at}"` : `Dal number ${at}`,
}))

const aboutPage = (title: string) =>
  folderOf({
    'products.csv': productLines(shelf),
    'pages/about.md': `---\ntitle: ${title}\ndescription: Us.\n---\n\nText\n`,
  })

const publisherOf = (shop: TestDatabase, options: PublisherOptions = {}) =>
  new Publisher({ ...readSettings({ DATA_DIR: shop.dataDir }), databaseUrl: shop.url }, shop.db, {
    inlineUpTo: Infinity,
    ...options,
  })

forEachDatabase((open) => {
  test('another link in the footer is written once, not into every page', async () => {
    await using shop = await open()
    const site = join(shop.dataDir, 'site')
    await importPath(shop, aboutPage('About us'))
    await publisherOf(shop).publishPending()
    expect(readPage(site, '/product/dal-number-1').toString()).toContain('About us')
    await importPath(shop, aboutPage('Who we are'), { replace: true })
    const alsoChanged = new Set<string>()
    const onLive: PublisherOptions['onLive'] = (_, readers) =>
      void [...readers].forEach((path) => alsoChanged.add(path))
    const { rendered } = await publisherOf(shop, { onLive }).publishPending()
    expect(rendered).toBeLessThan(10)
    for (const path of ['/', '/product/dal-number-1', '/category/pulses']) {
      expect(alsoChanged).toContain(path)
      const html = readPage(site, path).toString()
      expect(html).toContain('Who we are')
      expect(html).not.toContain('About us')
    }
  })

  test('another telephone number of the shop is written once, another name into every page', async () => {
    await using shop = await open()
    const site = join(shop.dataDir, 'site')
    const bring = async (about: object) => {
      const json = JSON.stringify({ name: 'Sharma Stores', ...about })
      await importPath(shop, folderOf({ 'products.csv': productLines(shelf), 'shop.json': json }))
      return publisherOf(shop).publishPending()
    }
    await bring({ phone: '011 1111 1111' })
    const { rendered } = await bring({ phone: '022 2222 2222' })
    expect(rendered).toBeLessThan(10)
    for (const path of ['/', '/product/dal-number-1', '/contact']) {
      const html = readPage(site, path).toString()
      expect(html).toContain('022 2222 2222')
      expect(html).not.toContain('011 1111 1111')
    }
    await bring({ phone: '022 2222 2222', name: 'Verma Stores' })
    expect(readPage(site, '/product/dal-number-1').toString()).not.toContain('Sharma')
  })

  test('published pages are to the byte what Astro renders on request', async () => {
    await using shop = await open()
    await importPath(shop, aboutPage('About us'))
    await publisherOf(shop).publishPending()
    const { render } = await loadApp(finishPage)
    for (const path of (await allPaths(shop.db)).filter((name) => !/\.|404/.test(name))) {
      const response = await render(new Request(ORIGIN + path), {
        ...{ catalogue: new Catalogue(shop.db), db: shop.db, origin: ORIGIN, productGate: 'open' },
        cartGate: 'open',
        ...{ search: undefined, location: 'All', flash: undefined, body: undefined, requestId: '' },
      })
      const html = finishPage(await response.text())
      expect(readPage(join(shop.dataDir, 'site'), path).toString(), path).toBe(html)
    }
  })

  test('another category touches the listings of others only by the part that they share', async () => {
    await using shop = await open()
    const tea = { sku: 'TEA-1', name: 'Assam', category: 'Tea', subcategory: 'Black' }
    await importRows(shop, [...shelf, tea])
    await publisherOf(shop).publishPending()
    const index = await ReadIndex.load(shop.db, siteIdOf({ databaseUrl: shop.url, ...shop }))
    expect(index.readsOf('/category/pulses/page/2')).toContain('place:pulses')
    expect(index.readersOf(['categories'])).not.toContain('/category/pulses/page/2')
    await importRows(shop, [{ ...tea, category: 'Hot drinks' }])
    await publisherOf(shop).publishPending()
    const site = join(shop.dataDir, 'site')
    for (const path of ['/category/pulses', '/category/pulses/page/2', '/product/dal-number-1']) {
      expect(readPage(site, path).toString(), path).toContain('Hot drinks')
      expect(readPage(site, path).toString(), path).not.toMatch(/>\s*Tea\s*</)
    }
  })

  test('cards that a thread keeps show what the catalogue says now', async () => {
    await using shop = await open()
    const siteDir = join(shop.dataDir, 'site')
    const app = await loadApp(finishPage)
    const kept = new CatalogueCache(shop.db, true)
    const render = async (kept: CatalogueCache) => {
      const settings = { ...RENDERING, siteDir }
      const paths = ['/product/dal-number-1', '/category/pulses']
      const tasks = paths.map((path) => ({ path, fingerprint: undefined, stamp: 's' }))
      await renderBatch(shop.db, app, settings, tasks, kept)
      return paths.map((path) => readPage(siteDir, path).toString())
    }
    const bring = (rows: Row[]) =>
      importPath(shop, folderOf({ 'products.csv': productLines(rows) }))
    await bring(shelf)
    for (const html of await render(kept)) expect(html).not.toContain('₹77')
    await bring([{ sku: 'DAL-2', name: 'Dal number 2', price: '77' }])
    const pages = await render(kept)
    for (const html of pages) expect(html).toContain('₹77')
    expect(await render(new CatalogueCache(shop.db, false))).toEqual(pages)
  })

  test('a thread that makes itself ready leaves nothing behind, and renders what others do', async () => {
    await using shop = await open()
    await importPath(shop, folderOf({ 'products.csv': productLines(shelf) }))
    const app = await loadApp(finishPage)
    const ready = new CatalogueCache(shop.db, true)
    const paths = ['/product/dal-number-1', '/category/pulses', '/']
    const publish = async (kept: CatalogueCache, name: string) => {
      const settings = { ...RENDERING, siteDir: join(shop.dataDir, name) }
      if (kept === ready) await warmUpPages(shop.db, app, settings, kept)
      const before = existsSync(settings.siteDir)
      const tasks = paths.map((path) => ({ path, fingerprint: undefined, stamp: 's' }))
      const rendered = await renderBatch(shop.db, app, settings, tasks, kept)
      const results = rendered
        .map((one) => ({ ...one, ...('reads' in one && { reads: one.reads?.split('|').sort() }) }))
        .sort((one, other) => (one.path < other.path ? -1 : 1))
      return { before, results, pages: paths.map((path) => `${readPage(settings.siteDir, path)}`) }
    }
    const after = await publish(ready, 'ready')
    expect(after.before).toBe(false)
    expect(after).toEqual(await publish(new CatalogueCache(shop.db, true), 'cold'))
  })

  test('parts that were lost come back with the next whole publish', async () => {
    await using shop = await open()
    await importPath(shop, aboutPage('About us'))
    await publisherOf(shop).publishPending()
    const before = readPage(join(shop.dataDir, 'site'), '/')
    rmSync(join(shop.dataDir, 'site/.parts'), { recursive: true })
    await publisherOf(shop).publishAll()
    expect(readPage(join(shop.dataDir, 'site'), '/')).toEqual(before)
  })
})

test('a page is put together of its own text and parts, whatever its letters take', () => {
  const part = { name: 'footer', html: '<footer>' }
  const pieces = ['हिन्दी 😀', part, Buffer.from('₹'), part, ' é', { name: 'end', html: '' }]
  const html = new Map([
    ['footer', '<footer>ü</footer>'],
    ['end', '</html>'],
  ])
  const page = compose(toFile(pieces), (name) => Buffer.from(html.get(name) ?? '?'))
  expect(page.toString()).toBe('हिन्दी 😀<footer>ü</footer>₹<footer>ü</footer> é</html>')
  const whole = toFile(['<!DOCTYPE html> alone'])
  expect(compose(whole, () => Buffer.from('?'))).toBe(whole)
})

const PART = 'part:footer.s'

/** An index of two pages with a part that needs these scripts, and one page without the part. */
function indexOf(first: string, second: string): ReadIndex {
  const index = new ReadIndex()
  index.set('/a', [PART, partWants(PART, `x.${first}`)], 'f', 's')
  index.set('/b', [PART, partWants(PART, `x.${second}`)], 'f', 's')
  index.set('/c', ['shop'], 'f', 's')
  return index
}

test('a part is made with one page of it, and the others follow only for other scripts', () => {
  const index = indexOf('one', 'one')
  const rounds = new PartRounds(index, 's')
  expect(rounds.add([PART])).toEqual(['/a'])
  rounds.noteMade(PART)
  index.set(PART, [], 'y.one', 's')
  expect(rounds.next()).toEqual([])
  index.set(PART, [], 'z.two', 's')
  index.set('/a', [PART, partWants(PART, 'z.two')], 'f', 's')
  expect(rounds.next()).toEqual(['/b'])
  expect(rounds.next()).toEqual([])
})

test('a part that its first page could not bring is made with the next one', () => {
  const rounds = new PartRounds(indexOf('one', 'one'), 's')
  expect(rounds.add(['/c', PART])).toEqual(['/c', '/a'])
  expect(rounds.next()).toEqual(['/b'])
  expect(rounds.next()).toEqual([])
  expect(new PartRounds(indexOf('one', 'one'), 's').add(['/b', PART])).toEqual(['/b'])
})

test('a part that changes while its pages are made is brought once more, and by all that need its scripts', () => {
  const index = indexOf('one', 'one')
  const rounds = new PartRounds(index, 's')
  expect(rounds.add(['/a', '/b'])).toEqual(['/a', '/b'])
  rounds.noteMade(PART)
  index.set(PART, [], 'y.one', 's')
  expect(rounds.add([PART])).toEqual(['/a'])
  rounds.noteMade(PART)
  index.set(PART, [], 'z.two', 's')
  index.set('/a', [PART, partWants(PART, 'z.two')], 'f', 's')
  expect(rounds.next()).toEqual(['/b'])
  expect(rounds.next()).toEqual([])
})

test('pages that still have a part of another build are all made in one round', () => {
  const rounds = new PartRounds(indexOf('one', 'one'), 'other')
  expect(rounds.add(['/c', PART])).toEqual(['/c', '/a', '/b'])
  expect(rounds.next()).toEqual([])
})

test('a part whose pages cannot be rendered is tried with ever more of them, in few rounds', () => {
  const index = new ReadIndex()
  for (let at = 0; at < 100; at++) index.set(`/${at}`, [PART], '', 's')
  const rounds = new PartRounds(index, 's')
  const sizes = [rounds.add([PART]).length]
  for (let more = rounds.next(); more.length > 0; more = rounds.next()) sizes.push(more.length)
  expect(sizes).toEqual([1, 1, 2, 4, 8, 16, 32, 36])
})
