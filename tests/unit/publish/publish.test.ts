import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contentHash } from '#lib/server/content-hash.ts'
import { readPacked } from '#lib/server/publish/packing.ts'
import { packPage, readPage, unpackedPaths } from '#lib/server/publish/site-files.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { KeptCatalogue } from '#lib/server/publish/kept-catalogue.ts'
import { openPublisher, type PublisherOptions } from '#lib/server/publish/publisher.ts'
import { ReadIndex, touchedBy } from '#lib/server/publish/read-index.ts'
import { keepPages } from '#lib/server/publish/records.ts'
import type { Rendered } from '#lib/server/publish/rendered.ts'
import { renderBatch } from '#lib/server/publish/renderer.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import { findSite } from '#lib/server/publish/site.ts'
import { watchCatalogue } from '#lib/server/publish/watch.ts'
import { writeSite } from '#lib/server/publish/write-site.ts'
import { writeReview } from '#lib/server/shopper/reviews/write-review.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows, productLines, type Row } from '#tests/support/editors-file.ts'
import { folderOf, importPath, picture } from '#tests/support/import-files.ts'
import { insertUser } from '#tests/support/user-row.ts'
import { tellerTo } from '#tests/support/teller-to.ts'

const publisherOf = (
  shop: TestDatabase,
  options: PublisherOptions = {},
  { dataDir = shop.dataDir, jobLeaseMs = 200, publicUrl = 'http://localhost:4321' } = {},
) =>
  openPublisher(
    {
      databaseUrl: shop.url,
      dataDir,
      publicUrl: new URL(publicUrl),
      productGate: 'open',
      cartGate: 'signin',
      jobLeaseMs,
    },
    shop.db,
    { inlineUpTo: Infinity, ...options },
  )

/** All files of a published folder with their bytes. */
function filesOf(dataDir: string): Record<string, string> {
  const site = join(dataDir, 'site')
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => statSync(join(site, name)).isFile() && name !== '.mark')
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(site, name), 'base64')]))
}

/** What a publish of the same data into an empty folder gives. */
async function coldPublish(shop: TestDatabase): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-cold-'))
  await shop.db.deleteFrom('page').execute()
  await publisherOf(shop, {}, { dataDir }).publishAll()
  const files = filesOf(dataDir)
  rmSync(dataDir, { recursive: true })
  return files
}

const shelf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ sku: `DAL-${i}`, name: `Dal number ${i}` }))

/** Beyond what a date may be: no template can say it. */
const NO_TIME = 9e15

const setSaleEnd = (shop: TestDatabase, sale_until: number | null) =>
  shop.db
    .updateTable('product')
    .set({ sale_until, base_paise: sale_until && 100 })
    .where('name', '=', 'Dal of another name')
    .execute()

const page = (shop: TestDatabase, path: string) =>
  readPage(join(shop.dataDir, 'site'), `/${path}`).toString()

const rendered = ({ path }: { path: string }): Rendered => ({
  ...{ path, status: 'written', fingerprint: 'f', reads: [path] },
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
    // Itself, the ten before it, its page of two listings, and its sitemap file.
    expect(rendered).toBeLessThanOrEqual(16)
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
    // The product, the ten before it, two pages of two listings, and its sitemap file and feed.
    expect(rendered).toBeLessThanOrEqual(18)
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

  test('a page that cannot be rendered keeps what it had, and is tried again by itself', async () => {
    await using shop = await open()
    const publisher = publisherOf(shop)
    await importRows(shop, shelf(2))
    await publisher.publishPending()
    await importRows(shop, [{ sku: 'DAL-1', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    const { failed } = await publisher.publishPending()
    expect(failed).toEqual([expect.stringContaining('/product/dal-number-1: ')])
    expect(page(shop, 'product/dal-number-1')).toContain('Dal number 1')
    await setSaleEnd(shop, null)
    // Nothing has changed for a publisher; one that starts anew knows as well what is missing.
    const [first, second] = [publisherOf(shop), publisherOf(shop)]
    expect(await first.publishPending()).toMatchObject({ rendered: 1, written: 1, failed: [] })
    expect(page(shop, 'product/dal-number-1')).toContain('Dal of another name')
    expect(await second.publishPending()).toMatchObject({ rendered: 0 })
  })

  test('a server tries a page that could not be rendered again without any change', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1))
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    await importRows(shop, [{ sku: 'DAL-0', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    const errors: string[] = []
    const stop = watchCatalogue(publisher, tellerTo(errors))
    await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(errors[0]).toContain('/product/dal-number-0')
    await setSaleEnd(shop, null)
    await expect
      .poll(() => page(shop, 'product/dal-number-0'), { timeout: 60_000 })
      .toContain('Dal of another name')
    await stop()
  })

  test('a server knows which pages a command beside it could not render', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1))
    const server = publisherOf(shop, { inlineUpTo: undefined })
    await server.publishPending()
    await importRows(shop, [{ sku: 'DAL-0', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    expect((await publisherOf(shop).publishPending()).failed).toHaveLength(1)
    await setSaleEnd(shop, null)
    expect(await server.publishPending()).toMatchObject({ rendered: 1, failed: [] })
    expect(page(shop, 'product/dal-number-0')).toContain('Dal of another name')
    await server.close()
  })

  test('of two publishers at once each page is made once (F32)', async () => {
    await using shop = await open()
    await importRows(shop, shelf(10))
    // A lease that no stall of the machine outlasts: taking over is another test's (lease.test.ts).
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
        // As threads do: the next batch comes while the one before is still being recorded.
        const recorded: Promise<void>[] = []
        for await (const batch of batches) recorded.push(onDone(batch.map(rendered)))
        await Promise.all(recorded)
      },
    )
    const recorded = await shop.db.selectFrom('page').select('path').execute()
    expect(recorded).toHaveLength(wanted.length)
  })

  test('with the new year in India all pages are published anew, without any edit', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:59:00+05:30') })
    await using shop = await open()
    await importRows(shop, shelf(1))
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    expect(page(shop, 'product/dal-number-0')).toContain('2026 Kirana. All rights')
    expect(await publisher.state.lag()).toBe(0)
    vi.setSystemTime(new Date('2027-01-01T00:00:00+05:30'))
    expect(await publisher.state.lag()).toBe(1)
    await publisher.publishPending()
    expect(page(shop, 'product/dal-number-0')).toContain('2027 Kirana. All rights')
    expect(await publisher.state.lag()).toBe(0)
  })

  test('a publish that the new year overtakes is followed by one that leaves no page of the old', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:59:59+05:30') })
    await using shop = await open()
    await importRows(shop, shelf(60))
    let isOver = false
    const overtaken = publisherOf(shop, {
      onLive: () => {
        if (!isOver) vi.setSystemTime(new Date('2027-01-01T00:00:05+05:30'))
        isOver = true
      },
    })
    await overtaken.publishPending()
    expect(isOver).toBe(true)
    expect(await overtaken.state.lag()).toBe(1)
    await overtaken.publishPending()
    expect(await overtaken.state.lag()).toBe(0)
    const pages = await shop.db.selectFrom('page').select('path').execute()
    const years = pages
      .filter(({ path }) => path.startsWith('/'))
      .map(({ path }) => page(shop, path.slice(1)))
      .flatMap((text) => /(\d{4}) [^<]{1,40}All rights/.exec(text)?.[1] ?? [])
    expect([years.length > 60, new Set(years)]).toEqual([true, new Set(['2027'])])
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
    // Once more where somebody has asked for it, and not again.
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

  test('a first publish that was killed goes on where it was', async () => {
    await using shop = await open()
    await importRows(shop, shelf(500))
    await crash(shop, 400)
    await importRows(shop, [{ sku: 'DAL-3', name: 'Dal number 3', price: '98.50' }])
    const { rendered } = await publisherOf(shop).publishPending()
    const all = Object.keys(filesOf(shop.dataDir)).filter((name) => /\.(html|xml|txt)$/.test(name))
    expect(rendered).toBeLessThan(all.length - 300)
    expect(page(shop, 'product/dal-number-3')).toContain('Rs: 98.50')
    expect(filesOf(shop.dataDir)).toEqual(await coldPublish(shop))
  })

  test('what a crash left half written is taken away by the next server (F40)', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1))
    await publisherOf(shop).publishPending()
    const leftover = join(shop.dataDir, 'site/product/dal-number-0.html.4711.tmp')
    writeFileSync(leftover, '<h1>Hal')
    const server = publisherOf(shop, { inlineUpTo: undefined })
    await server.publishPending()
    await server.close()
    expect(existsSync(leftover)).toBe(false)
  })

  test('after any edits and crashes the folder equals a cold publish (F40 E05)', async () => {
    const pictures = [await picture('red'), await picture('blue')]
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
        await using shop = await open()
        await insertUser(shop, 'asha@example.com')
        let lists: Lists = { rows: shelf(27), picture: 0, text: 'Text', banner: 'Dal' }
        const save = (next: Lists) => importLists(shop, next, pictures)
        await save(lists)
        await publisherOf(shop).publishPending()
        for (const { kind, at, crashes } of edits) {
          if (kind === 'undo') await undoImport(shop.db)
          else if (kind === 'review') await review(shop, at)
          else {
            lists = EDITS[kind](lists, at)
            await save(lists)
          }
          if (crashes) await crash(shop)
          if (at % 3 > 0) await publisherOf(shop).publishPending()
        }
        await publisherOf(shop).publishPending()
        const files = filesOf(shop.dataDir)
        expect(Object.keys(files).filter((name) => name.endsWith('.tmp'))).toEqual([])
        expect(files).toEqual(await coldPublish(shop))
      }),
      {
        numRuns: 8,
        endOnFailure: true,
        // There and back, each cut short by a crash: what was recorded is not what lies there.
        examples: [
          [
            [
              { kind: 'move', at: 11, crashes: false },
              { kind: 'undo', at: 3, crashes: true },
              { kind: 'price', at: 3, crashes: true },
            ],
          ],
        ],
      },
    )
  }, 240_000)

  test('a block that is added to a page is followed by what it reads', async () => {
    await using shop = await open()
    const pictures = [await picture('red'), await picture('blue')]
    const lists: Lists = { rows: shelf(1), picture: 0, text: 'Text', banner: 'Dal' }
    await importLists(shop, lists, pictures)
    // A template whose author put the banners below a product, and told nobody.
    const render = async (_: Request, { catalogue }: App.Locals) => {
      const product = await catalogue.product('dal-number-0')
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
    const kept = new KeptCatalogue(shop.db, false)
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

/** A publisher that dies after its first batch of these pages; its lease runs out by itself. */
async function crash(shop: TestDatabase, pages = 0): Promise<void> {
  const dying = publisherOf(shop, {
    onProgress(done) {
      if (done > pages) throw new Error('killed')
    },
  })
  await dying.publishPending().catch(() => {})
}

const change = (rows: Row[], at: number, fields: Partial<Row>): Row[] =>
  rows.map((row, i) => (i === at % rows.length ? { ...row, ...fields } : row))

/** Without packs, which would have to repeat their price and stock. */
const PLAIN = { oldprice: '', stock: '', weight: '' }

/** What the editors have: a folder of lists. */
type Lists = { rows: Row[]; picture: number; text: string; banner: string }

const onRows =
  (how: (rows: Row[], at: number) => Row[]) =>
  (lists: Lists, at: number): Lists => ({ ...lists, rows: how(lists.rows, at) })

const EDITS = {
  price: onRows((rows, at) => change(rows, at, { ...PLAIN, price: `${50 + at}.25` })),
  oldPrice: onRows((rows, at) => change(rows, at, { ...PLAIN, price: '90', oldprice: '110' })),
  name: onRows((rows, at) => change(rows, at, { name: `Renamed dal ${at}` })),
  brand: onRows((rows, at) => change(rows, at, { brand: `Brand ${at % 3}` })),
  text: onRows((rows, at) => change(rows, at, { description: `Text ${at} <b>&` })),
  stock: onRows((rows, at) => change(rows, at, { ...PLAIN, stock: String(at % 3) })),
  packs: onRows((rows, at) =>
    change(rows, at, { price: '60', oldprice: '', stock: '', weight: '500 g=60|1 kg=110/115' }),
  ),
  featured: onRows((rows, at) => change(rows, at, { featured: 'yes' })),
  move: onRows((rows, at) =>
    change(rows, at, { category: 'Rice', subcategory: `Shelf ${at % 2}` }),
  ),
  renameCategory: onRows((rows, at) => rows.map((row) => ({ ...row, category: `Pulses ${at}` }))),
  add: onRows((rows, at) => [...rows, { sku: `NEW-${at}`, name: `New dal ${at}` }].filter(isFirst)),
  withdraw: onRows((rows, at) => rows.filter((_, i) => i !== at % rows.length)),
  image: (lists: Lists, at: number): Lists => ({ ...lists, picture: at % 2 }),
  banner: (lists: Lists, at: number): Lists => ({ ...lists, banner: `Banner ${at}` }),
  pageText: (lists: Lists, at: number): Lists => ({ ...lists, text: `Page text ${at}` }),
}
const isFirst = (row: Row, at: number, rows: Row[]) =>
  rows.findIndex(({ sku }) => sku === row.sku) === at

const KINDS = [...(Object.keys(EDITS) as (keyof typeof EDITS)[]), 'undo', 'review'] as const

const edit = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(60),
  crashes: fc.boolean(),
})

/** Imports a whole folder: products, a banner, a category's picture, a page. */
async function importLists(shop: TestDatabase, lists: Lists, pictures: Buffer[]): Promise<void> {
  const file = `${lists.picture}.png`
  const folder = folderOf({
    'products.csv': productLines(lists.rows),
    'banners.csv': `image,alt,title,text,link,order\n${file},A,${lists.banner},,/,1\n`,
    'categories.csv': `category,subcategory,image,order\nRice,,${file},1\n`,
    'pages/about.md': `---\ntitle: About\ndescription: Us.\n---\n\n${lists.text}\n`,
    ...Object.fromEntries(pictures.map((bytes, i) => [`images/${i}.png`, bytes])),
  })
  const report = await importPath(shop, folder, { replace: true })
  if (report.isRefused) throw new Error(JSON.stringify(report.errors))
}

/** A customer says something of the product that stands there. */
async function review(shop: TestDatabase, at: number): Promise<void> {
  const live = shop.db.selectFrom('product').select('id').where('withdrawn_at', 'is', null)
  const products = await live.orderBy('number').execute()
  const productId = products[at % products.length]?.id ?? ''
  const opinion = { productId, text: `Good ${at}`, rating: 1 + (at % 5) }
  await inTransaction(shop.db, async (trx) => {
    await writeReview(trx, { id: 'asha', name: 'Asha' }, opinion)
    return { ok: true, value: undefined }
  })
}
