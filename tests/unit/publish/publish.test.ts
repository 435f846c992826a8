import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentHash } from '#lib/server/content-hash.ts'
import { readPacked } from '#lib/server/publish/files/packing.ts'
import { packPage, readPage, unpackedPaths } from '#lib/server/publish/files/site-files.ts'
import { CatalogueCache } from '#lib/server/publish/render/catalogue-cache.ts'
import { ReadIndex, touchedBy } from '#lib/server/publish/records/read-index.ts'
import { keepPages } from '#lib/server/publish/records/records.ts'
import type { Rendered } from '#lib/server/publish/rendered.ts'
import { renderBatch } from '#lib/server/publish/render/renderer.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import { findSite } from '#lib/server/publish/site/site.ts'
import { writeSite } from '#lib/server/publish/write-site.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { folderOf, importPath, picture } from '#tests/support/lists/import-files.ts'
import { type Lists, importLists, page, publisherOf, shelf } from '#tests/support/publishing.ts'

const rendered = ({ path }: { path: string }): Rendered => ({
  ...{ path, status: 'written', fingerprint: 'f', reads: path },
})

forEachDatabase((open) => {
  test('a price edit renders only the pages that show the product, and writes what differs', async () => {
    await using shop = await open()
    const far = { category: 'Rice', subcategory: 'Basmati' }
    await importRows(shop, [...shelf(40), { sku: 'RICE-1', name: 'Basmati', ...far }])
    await publisherOf(shop).publishPending()
    expect(page(shop, 'product/dal-number-30')).toContain('Rs: 120')

    await importRows(shop, [{ sku: 'DAL-30', name: 'Dal number 30', price: '98.50' }])
    const { rendered, written, removed } = await publisherOf(shop).publishPending()
    expect(page(shop, 'product/dal-number-30')).toContain('Rs: 98.50')
    expect(page(shop, 'category/pulses'), 'the filter of prices').toContain('data-stop="100"')
    const [described] = /40 products in Pulses from [^:]*/.exec(page(shop, 'category/pulses')) ?? []
    expect(described, 'what search engines read').toBe('40 products in Pulses from ₹98.50')
    // The product, the ten before it, both pages of two lists whose lowest price falls, and its sitemap file.
    expect(rendered).toBeLessThanOrEqual(18)
    expect(written).toBeLessThanOrEqual(rendered)
    expect(removed).toBe(0)
  })

  test('a description edit touches no card', async () => {
    await using shop = await open()
    await importRows(shop, shelf(30))
    await publisherOf(shop).publishPending()
    await importRows(shop, [{ sku: 'DAL-3', name: 'Dal number 3', description: 'Soak overnight.' }])
    const { rendered } = await publisherOf(shop).publishPending()
    expect(page(shop, 'product/dal-number-3')).toContain('Soak overnight.')
    expect(rendered).toBeLessThanOrEqual(3)
  })

  test('another brand changes the filter of each page of its listings, and no other listing', async () => {
    await using shop = await open()
    const far = { sku: 'RICE-1', name: 'Basmati', category: 'Rice', subcategory: 'Basmati' }
    await importRows(shop, [...shelf(30), far])
    await publisherOf(shop).publishPending()
    await importRows(shop, [{ sku: 'DAL-29', name: 'Dal number 29', brand: 'Annapurna' }])
    const { rendered } = await publisherOf(shop).publishPending()
    for (const path of ['category/pulses', 'category/pulses/page/2', 'subcat/dal']) {
      expect(page(shop, path)).toContain('value="Annapurna"')
    }
    expect(page(shop, 'category/rice')).not.toContain('Annapurna')
    // The product, the ten before it, two pages of two lists, its sitemap file and the feed.
    expect(rendered).toBeLessThanOrEqual(18)
  })

  test('home follows the PIN codes that the shop delivers to', async () => {
    await using shop = await open()
    await importRows(shop, shelf(2))
    await publisherOf(shop).publishPending()
    expect(page(shop, 'index')).not.toContain('postalCodePrefix')
    await importPath(shop, folderOf({ 'delivery.csv': 'pin\n411\n412\n' }))
    expect(await publisherOf(shop).publishPending()).toMatchObject({ written: 1 })
    expect(page(shop, 'index')).toContain('"postalCodePrefix":["411","412"]')
  })

  test('search engines are told of no empty category, and of pictures as large as they are', async () => {
    await using shop = await open()
    const folder = folderOf({
      'products.csv': 'sku,name,category,price,images\nDAL,Dal,Pulses,120,dal.png\n',
      'categories.csv': 'category,subcategory,order\nPulses,,1\nRice,,2\nRice,Basmati,1\n',
      'images/dal.png': await picture('red', 700, 500),
    })
    await importPath(shop, folder)
    await publisherOf(shop).publishPending()
    const listed = page(shop, 'sitemap-categories.xml').match(/\/(category|subcat)\/[^<]*/g)
    expect(listed).toEqual(['/category/pulses'])
    expect(page(shop, 'category/pulses')).not.toContain('content="noindex"')
    for (const path of ['category/rice', 'subcat/basmati'])
      expect(page(shop, path), path).toContain('name="robots" content="noindex"')
    expect(page(shop, 'sitemap-products-0.xml')).toMatch(/<image:loc>[^<]*-700.webp</)
  })

  test('publishing again writes nothing', async () => {
    await using shop = await open()
    await importRows(shop, shelf(5))
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    expect(await publisher.publishPending()).toMatchObject({ rendered: 0, written: 0 })
    expect(await publisher.publishAll()).toMatchObject({ written: 0, removed: 0 })
    expect(await publisher.state.lag()).toBe(0)
  })

  test('a withdrawn product leaves its page, and a listing its last page', async () => {
    await using shop = await open()
    await importRows(shop, shelf(25))
    await publisherOf(shop).publishPending()
    expect(existsSync(join(shop.dataDir, 'site/category/pulses/page/2.html'))).toBe(true)
    await importRows(shop, shelf(24), { replace: true })
    const { removed } = await publisherOf(shop).publishPending()
    expect(removed).toBe(3) // the product, and page 2 of the category and of the sub-category
    expect(existsSync(join(shop.dataDir, 'site/product/dal-number-24.html'))).toBe(false)
    expect(existsSync(join(shop.dataDir, 'site/category/pulses/page/2.html'))).toBe(false)
  })

  test('a page that was deleted by hand comes back with the next whole publish', async () => {
    await using shop = await open()
    await importRows(shop, shelf(2))
    await publisherOf(shop).publishPending()
    rmSync(join(shop.dataDir, 'site/product/dal-number-1.html'))
    expect(await publisherOf(shop).publishAll()).toMatchObject({ written: 1 })
  })

  test('of two publishers at once each page is made once (F32)', async () => {
    await using shop = await open()
    await importRows(shop, shelf(10))
    // A lease longer than any pause of the machine; lease.test.ts tests that others take over.
    const publish = () => publisherOf(shop, {}, { jobLeaseMs: 60_000 }).publishPending()
    const results = await Promise.all([publish(), publish()])
    expect(results.map(({ rendered }) => rendered > 0).sort()).toEqual([false, true])
  })

  test('every page of a large publish is recorded, whatever is rendered meanwhile', async () => {
    await using shop = await open()
    const index = await ReadIndex.load(shop.db, 'local')
    const siteDir = join(shop.dataDir, 'site')
    mkdirSync(siteDir)
    await findSite(shop.db, 'local')
    const wanted = Array.from({ length: 5000 }, (_, i) => `/product/p-${i}`)
    const lease = { hold: async () => {} }
    const site = {
      db: shop.db,
      siteId: 'local',
      stamp: 's',
      siteDir,
      lease,
      index,
      onLive: undefined,
    }
    await writeSite(
      { ...site, onProgress: undefined },
      { wanted, stale: [] },
      async (batches, onDone) => {
        // As with threads: the next batch comes while the last one is still being recorded.
        const recorded: Promise<void>[] = []
        for await (const batch of batches) recorded.push(onDone(batch.map(rendered)))
        await Promise.all(recorded)
      },
    )
    const recorded = await shop.db.selectFrom('page').select('path').execute()
    expect(recorded).toHaveLength(wanted.length)
  })

  test('a page that turns out old after the other threads have ended is made once more', async () => {
    await using shop = await open()
    await findSite(shop.db, 'local')
    const made: string[] = []
    let isSeen = false
    const changes = {
      /** The page changes once, while it is first made. */
      look: async () => {
        if (isSeen || made.length === 0) return undefined
        isSeen = true
        return new Set(['/a'])
      },
      pagesOf: async () => ['/a'],
      pagesFor: async (paths: string[]) => paths,
    }
    const site = { db: shop.db, siteId: 'local', stamp: 's', siteDir: shop.dataDir, changes }
    const lease = { hold: async () => {} }
    await writeSite(
      { ...site, lease, index: new ReadIndex(), onLive: undefined, onProgress: undefined },
      { wanted: ['/a'], stale: [] },
      async (batches, onDone) => {
        const turn = batches[Symbol.asyncIterator]()
        for (let next = await turn.next(); !next.done; next = await turn.next()) {
          made.push(...next.value.map(({ path }) => path))
          // A second thread asks for work before this one has ended, and gets none.
          expect((await turn.next()).done).toBe(true)
          await onDone(next.value.map(rendered))
        }
      },
    )
    expect(made).toEqual(['/a', '/a'])
  })

  test('pages are packed behind the publishing, each by its own bytes, and feeds with it (F40)', async () => {
    await using shop = await open()
    await importRows(shop, shelf(3))
    await publisherOf(shop).publishPending()
    const site = join(shop.dataDir, 'site')
    for (const form of ['br', 'gz']) expect(existsSync(join(site, `feed.xml.${form}`))).toBe(true)
    expect([...unpackedPaths(site)]).toContain('/product/dal-number-0')
    for (const path of unpackedPaths(site)) expect(packPage(site, path)).toBe(true)
    expect([...unpackedPaths(site)]).toEqual([])
    const file = join(site, 'product/dal-number-0.html')
    const bytes = () => readPage(site, '/product/dal-number-0')
    const packed = readPacked(file, contentHash(bytes()))
    expect(brotliDecompressSync(packed?.bytes ?? '')).toEqual(bytes())
    expect(packPage(site, '/product/dal-number-0')).toBe(false)
    // Packed more tightly when somebody has asked for it, but only once.
    expect(packPage(site, '/product/dal-number-0', true)).toBe(true)
    const finest = readPacked(file, contentHash(bytes()))
    expect(brotliDecompressSync(finest?.bytes ?? '')).toEqual(bytes())
    expect(finest?.bytes.length).toBeLessThan(packed?.bytes.length ?? 0)
    expect(packPage(site, '/product/dal-number-0', true)).toBe(false)

    await importRows(shop, [{ sku: 'DAL-0', name: 'Dal number 0', price: '99' }])
    await publisherOf(shop).publishPending()
    expect(readPacked(file, contentHash(bytes()))).toBeUndefined()
    expect([...unpackedPaths(site)]).toContain('/product/dal-number-0')
  })

  test('a block that is added to a page is followed by what it reads', async () => {
    await using shop = await open()
    const pictures = [await picture('red'), await picture('blue')]
    const lists: Lists = { rows: shelf(1), picture: 0, text: 'Text', banner: 'Dal' }
    await importLists(shop, lists, pictures)
    // A template whose author added the banners below a product without listing the dependency anywhere.
    const render = async (_: Request, { catalogue }: App.Locals) => {
      const product = await catalogue.products.find('dal-number-0')
      const [banner] = await catalogue.banners()
      return new Response(`${product?.name} ${banner?.title}`)
    }
    const site = await findSite(shop.db, 'local')
    const settings = {
      siteDir: join(shop.dataDir, 'site'),
      origin: 'http://localhost',
      productGate: 'open',
      cartGate: 'signin',
    } as const
    const path = '/product/dal-number-0'
    const app = { render, plainText: async () => undefined }
    const tasks = [{ path, fingerprint: undefined, stamp: 's' }]
    const kept = new CatalogueCache(shop.db, false)
    const rendered = await renderBatch(shop.db, app, settings, tasks, kept)
    await keepPages(shop.db, { siteId: site.id, stamp: 's' }, rendered)
    expect(page(shop, path)).toBe('Dal number 0 Dal')
    const before = await latestVersion(shop.db)
    await importLists(shop, { ...lists, banner: 'Rice' }, pictures)
    const names = await changedNames(shop.db, before, await latestVersion(shop.db))
    expect(names).toEqual(new Set(['banners']))
    const index = await ReadIndex.load(shop.db, site.id)
    expect(await touchedBy(shop.db, index, names ?? new Set())).toContain(path)
  })
})
