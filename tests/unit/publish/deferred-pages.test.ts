import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DeferredPages } from '#lib/server/publish/deferred-pages.ts'
import { Publisher, type PublisherOptions } from '#lib/server/publish/publisher.ts'
import { ReadIndex } from '#lib/server/publish/records/read-index.ts'
import { findSite } from '#lib/server/publish/site/site.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'

const serverOf = (shop: TestDatabase, options: PublisherOptions = {}) =>
  new Publisher({ ...readSettings({ DATA_DIR: shop.dataDir }), databaseUrl: shop.url }, shop.db, {
    rendersHere: true,
    ...options,
  })

const setPrice = (shop: TestDatabase, price: string) =>
  importRows(shop, [{ sku: 'DAL-1', name: 'Dal', price }])

const page = (shop: TestDatabase, path: string) =>
  readPage(join(shop.dataDir, 'site'), path).toString()

forEachDatabase((open) => {
  test('an edit is live before the feed has it, and a feed that is behind is not forgotten', async () => {
    await using shop = await open()
    await setPrice(shop, '71')
    const first = serverOf(shop)
    await first.publishPending()
    expect(page(shop, '/feed.xml')).toContain('71.00 INR')
    await setPrice(shop, '72')
    await first.publishPending()
    expect(page(shop, '/product/dal')).toContain('Rs: 72')
    expect(page(shop, '/feed.xml')).toContain('71.00 INR')
    expect(await first.state.lag()).toBe(0)
    await first.close()
    // The server is killed before the feed is made: the next one knows that it is due.
    const second = serverOf(shop)
    await second.publishPending()
    expect(second.hasLate).toBe(true)
    const { rendered } = await second.publishLate()
    expect(rendered).toBeGreaterThan(0)
    expect(page(shop, '/feed.xml')).toContain('72.00 INR')
    expect(second.hasLate).toBe(false)
    expect(await second.publishLate()).toMatchObject({ rendered: 0 })
    await second.close()
  })

  test('a command makes the feed that a server had no time for', async () => {
    await using shop = await open()
    await setPrice(shop, '71')
    const server = serverOf(shop)
    await server.publishPending()
    await setPrice(shop, '72')
    await server.publishPending()
    await server.close()
    expect(page(shop, '/feed.xml')).toContain('71.00 INR')
    const command = serverOf(shop, { inlineUpTo: 100 })
    await command.publishPending()
    expect(page(shop, '/feed.xml')).toContain('72.00 INR')
    expect(await command.publishPending()).toMatchObject({ rendered: 0 })
    await command.close()
  })

  test('edits go live while the feed is made, and it follows once more', async () => {
    await using shop = await open()
    await setPrice(shop, '71')
    const server = serverOf(shop)
    await server.publishPending()
    await setPrice(shop, '72')
    await server.publishPending()
    const late = server.publishLate()
    await setPrice(shop, '73')
    await server.publishPending()
    expect(page(shop, '/product/dal')).toContain('Rs: 73')
    await late
    while (server.hasLate) await server.publishLate()
    expect(page(shop, '/feed.xml')).toContain('73.00 INR')
    expect(await server.publishPending()).toMatchObject({ rendered: 0 })
    await server.close()
  })

  test('what is changed while it is made stays behind, and what is new does not wait', async () => {
    await using shop = await open()
    await findSite(shop.db, 'local')
    const index = new ReadIndex()
    index.set('/feed.xml', ['chunk:0'], 'f', 's')
    index.set('/sitemap.xml', ['chunks'], 'f', 's')
    const late = new DeferredPages(shop.db, { siteId: 'local', index })
    const all = ['/product/dal', '/feed.xml', '/sitemap.xml', '/sitemap-products-1.xml']
    expect(await late.putOff(all)).toEqual(['/product/dal', '/sitemap-products-1.xml'])
    expect(late.begin()).toEqual(['/feed.xml', '/sitemap.xml'])
    await late.putOff(['/feed.xml'])
    await late.recordMade(['/feed.xml', '/sitemap.xml'], 's')
    expect([...index.late()]).toEqual(['/feed.xml'])
    expect([...(await ReadIndex.load(shop.db, 'local')).late()]).toEqual(['/feed.xml'])
  })
})
