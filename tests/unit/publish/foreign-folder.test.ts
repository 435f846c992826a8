// Folders and settings other than those that the database has recorded.
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Publisher, type PublisherOptions } from '#lib/server/publish/publisher.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site/site.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings, type Settings } from '#lib/server/settings/settings.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { AS_SERVER, filesOf } from '#tests/support/publishing.ts'

/** The publisher of a command, with settings of its own; that of a server if `inlineUpTo` is undefined. */
const publisherOf = (
  shop: TestDatabase,
  { env = {}, ...given }: { env?: NodeJS.ProcessEnv } & Partial<Settings> = {},
  options: PublisherOptions = {},
) => {
  const settings = { ...readSettings({ DATA_DIR: shop.dataDir, ...env }), ...given }
  const own = { ...settings, databaseUrl: shop.url, jobLeaseMs: 200 }
  return new Publisher(own, shop.db, { inlineUpTo: Infinity, ...options })
}

const siteOf = ({ dataDir }: TestDatabase) => join(dataDir, 'site')
const idOf = ({ url: databaseUrl, dataDir }: TestDatabase) => siteIdOf({ databaseUrl, dataDir })
const page = (shop: TestDatabase, path: string) => readPage(siteOf(shop), `/${path}`).toString()
const cost = (shop: TestDatabase, price: string) =>
  importRows(shop, [{ sku: 'DAL-1', name: 'Toor dal', price }])

forEachDatabase((open) => {
  test('a folder that was rolled back is published anew', async () => {
    await using shop = await open()
    const site = siteOf(shop)
    await cost(shop, '120')
    await publisherOf(shop).publishPending()
    cpSync(site, `${site}-before`, { recursive: true })
    await cost(shop, '77')
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    rmSync(site, { recursive: true })
    renameSync(`${site}-before`, site)
    expect(page(shop, 'product/toor-dal')).not.toContain('Rs: 77')
    expect(await publisher.state.lag()).toBe(1)
    await publisherOf(shop).publishPending()
    expect(page(shop, 'product/toor-dal')).toContain('Rs: 77')
    expect(await publisher.publishPending()).toMatchObject({ rendered: 0 })
  })

  test('a folder that was taken from another shop is published anew, and keeps none of its pages', async () => {
    await using shop = await open()
    await using other = await open()
    await cost(shop, '120')
    await importRows(other, [
      { sku: 'DAL-1', name: 'Toor dal', price: '55' },
      { sku: 'TEA-1', name: 'Green tea', price: '99' },
    ])
    for (const one of [shop, other]) await publisherOf(one).publishPending()
    rmSync(siteOf(shop), { recursive: true })
    cpSync(siteOf(other), siteOf(shop), { recursive: true })
    expect(page(shop, 'product/toor-dal')).toContain('Rs: 55')
    const publisher = publisherOf(shop)
    expect(await publisher.state.lag()).toBeGreaterThan(0)
    await publisher.publishPending()
    expect(page(shop, 'product/toor-dal')).toContain('Rs: 120')
    expect(existsSync(join(siteOf(shop), 'product/green-tea.html'))).toBe(false)
    expect(page(shop, '')).not.toContain('Green tea')
    expect(await publisher.state.lag()).toBe(0)
    expect(await publisher.publishPending()).toMatchObject({ rendered: 0 })
  })

  test('a folder beside a database that was restored, or that is gone, is published anew', async () => {
    await using shop = await open()
    await cost(shop, '120')
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    const { id, build, version } = await findSite(shop.db, idOf(shop))
    await cost(shop, '77')
    await publisher.publishPending()
    // The database is restored from the backup; the pages are newer.
    await shop.db.updateTable('site').set({ build, version }).where('id', '=', id).execute()
    await shop.db.updateTable('product').set({ price_paise: 12_000 }).execute()
    await shop.db.updateTable('pack').set({ price_paise: 12_000 }).execute()
    await shop.db.deleteFrom('catalogue_change').where('version', '>', version).execute()
    expect(await publisherOf(shop).state.lag()).toBeGreaterThan(0)
    await publisherOf(shop).publishPending()
    expect(page(shop, 'product/toor-dal')).toContain('Rs: 120')
    rmSync(siteOf(shop), { recursive: true })
    expect(await publisherOf(shop).publishPending()).toMatchObject({ failed: [] })
    expect(page(shop, 'product/toor-dal')).toContain('Rs: 120')
  })

  for (const [who, options] of [
    ['the next server', AS_SERVER],
    ['shop publish', { looks: true }],
  ] as const) {
    test(`${who} restores what was deleted from the folder by hand (F40)`, async () => {
      await using shop = await open()
      await cost(shop, '120')
      await publisherOf(shop).publishPending()
      const before = filesOf(shop.dataDir)
      const names = Object.keys(before)
      const style = names.find((name) => /^\.parts\/.*css/.test(name)) ?? ''
      for (const lost of ['.parts', 'category', style, 'feed.xml', 'index.html']) {
        rmSync(join(siteOf(shop), lost), { recursive: true })
        const publisher = publisherOf(shop, {}, options)
        await publisher.publishPending()
        await publisher.publishLate()
        expect(Object.keys(filesOf(shop.dataDir)), lost).toEqual(names)
        expect(await publisher.publishPending()).toMatchObject({ rendered: 0 })
        await publisher.close()
      }
      expect(filesOf(shop.dataDir)).toEqual(before)
    })
  }

  test('a copy of all data is a folder of its own, and neither has the other publish for ever', async () => {
    await using shop = await open()
    await cost(shop, '120')
    const own = publisherOf(shop)
    await own.publishPending()
    const copy = `${shop.dataDir}-copy`
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    cpSync(shop.dataDir, copy, { recursive: true })
    const isShared = shop.url.startsWith('postgres')
    expect(idOf({ ...shop, dataDir: copy }) === idOf(shop)).toBe(!isShared)
    // An SQLite file is copied together with its folder, so the name may stay.
    if (!isShared) return
    expect(idOf(shop), 'and stays what it was').toBe(idOf(shop))
    // On another disk the copy may have the same inode number as the original.
    const file = join(copy, 'site-id')
    const { ino } = statSync(file, { bigint: true })
    writeFileSync(
      file,
      readFileSync(join(shop.dataDir, 'site-id'), 'utf8').replace(/ \d+/, ` ${ino}`),
    )
    expect(idOf({ ...shop, dataDir: copy })).not.toBe(idOf(shop))
    const second = publisherOf({ ...shop, dataDir: copy })
    await second.publishPending()
    expect(await own.state.lag()).toBe(0)
    await cost(shop, '77')
    for (const one of [own, second]) await one.publishPending()
    for (const dataDir of [shop.dataDir, copy]) {
      expect(page({ ...shop, dataDir }, 'product/toor-dal')).toContain('Rs: 77')
    }
    for (const one of [own, second]) {
      expect(await one.publishPending()).toMatchObject({ rendered: 0 })
    }
  })

  test('a command with another address than the server leaves the pages alone, and says why', async () => {
    await using shop = await open()
    await cost(shop, '120')
    await publisherOf(shop).publishPending()
    const elsewhere = { publicUrl: new URL('https://shop.example') }
    const command = publisherOf(shop, elsewhere)
    await expect(command.publishAll()).rejects.toThrow('published for http://localhost:4321')
    await expect(command.publishPending()).rejects.toThrow('the settings of the server')
    expect(page(shop, 'product/toor-dal')).toContain('href="http://localhost:4321/')
    const server = publisherOf(shop, elsewhere, AS_SERVER)
    await server.state.dropOthers()
    expect(existsSync(join(siteOf(shop), 'product/toor-dal.html'))).toBe(false)
    await server.publishPending()
    expect(page(shop, 'product/toor-dal')).toContain('href="https://shop.example/')
    await server.close()
  })

  for (const [name, other, said] of [
    ['products', { productGate: 'redirect' }, 'PRODUCT_GATE=open, not for http'],
    ['carts', { cartGate: 'open' }, 'and CART_GATE=signin, not for http'],
  ] as const) {
    test(`a command with another gate of ${name} than the server leaves the pages alone, and says why`, async () => {
      await using shop = await open()
      const server = { productGate: 'open', cartGate: 'signin' } as const
      await cost(shop, '120')
      await publisherOf(shop, server).publishPending()
      const before = page(shop, 'product/toor-dal')
      await cost(shop, '77')
      const command = publisherOf(shop, { ...server, ...other })
      await expect(command.publishPending()).rejects.toThrow(said)
      await expect(command.publishAll()).rejects.toThrow('Give the command the settings of')
      expect(page(shop, 'product/toor-dal')).toBe(before)
      await publisherOf(shop, server).publishPending()
      expect(page(shop, 'product/toor-dal')).toContain('Rs: 77')
    })
  }
})
