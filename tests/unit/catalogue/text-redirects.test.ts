import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { findTextRedirect } from '#lib/server/catalogue/redirects.ts'
import { openLog } from '#lib/server/http/log.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { folderOf, importPath, newFolder, picture } from '#tests/support/lists/import-files.ts'
import { openDesk, publishList, send } from '#tests/support/open-desk.ts'

const text = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndescription: About it.\ndate: 2026-01-05\n${more}---\n\n${body}\n`

/** Imports a blog of these articles, by address. */
const blog = (shop: TestDatabase, articles: Record<string, string>, options = {}) =>
  importPath(
    shop,
    folderOf(Object.fromEntries(Object.entries(articles).map(([id, a]) => [`blog/${id}.md`, a]))),
    options,
  )

const leadsTo = ({ db }: TestDatabase, id: string) => findTextRedirect(db, 'blog', id)
const formerly = async ({ db }: TestDatabase, id: string) =>
  (await db.selectFrom('content_page').select('formerly').where('id', '=', id).executeTakeFirst())
    ?.formerly

forEachDatabase((open) => {
  test('a renamed article is found at its old addresses, over several names (E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.'), rice: text('Rice', 'Wash it.') })
    expect(await leadsTo(shop, 'dal')).toBeUndefined()
    await blog(shop, { 'toor-dal': text('Toor dal', 'Soak it.'), rice: text('Rice', 'Wash it.') })
    expect(await leadsTo(shop, 'dal')).toBe('/blog/toor-dal')
    expect(await leadsTo(shop, 'never')).toBeUndefined()
    expect(await leadsTo(shop, 'rice')).toBeUndefined()
    // The same title, another text.
    await blog(shop, { toor: text('Toor dal', 'Soak it well.'), rice: text('Rice', 'Wash it.') })
    expect(await leadsTo(shop, 'dal'), 'without a stop').toBe('/blog/toor')
    expect(await leadsTo(shop, 'toor-dal')).toBe('/blog/toor')
    // With neither, the file names its old address.
    await blog(shop, {
      ...{ arhar: text('Arhar', 'Another text.', 'formerly: toor\n') },
      rice: text('Rice', 'Wash it.'),
    })
    for (const id of ['dal', 'toor-dal', 'toor'])
      expect(await leadsTo(shop, id)).toBe('/blog/arhar')
    const articles = await new Catalogue(shop.db).content('blog')
    expect(articles.map(({ id }) => id).sort()).toEqual(['arhar', 'rice'])
  })

  test('two articles that change places of their names, or one that goes for another, lead nowhere (E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.'), rice: text('Rice', 'Wash it.') })
    await blog(shop, { millet: text('Millet', 'Roast it.'), rice: text('Rice', 'Wash it.') })
    expect(await leadsTo(shop, 'dal')).toBeUndefined()
    await blog(shop, { millet: text('Rice', 'Wash it.'), rice: text('Millet', 'Roast it.') })
    expect(await leadsTo(shop, 'rice')).toBeUndefined()
    await blog(shop, { a: text('Rice', 'Same.'), b: text('Rice', 'Same.'), c: text('C', 'C') })
    await blog(shop, { d: text('Rice', 'Same.'), c: text('C', 'C') })
    expect(await leadsTo(shop, 'a'), 'one of two alike').toBeUndefined()
  })

  test('an old address that another article takes is its own, and leads on again after it (E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    await blog(shop, { toor: text('Dal', 'Soak it.') })
    const both = { toor: text('Dal', 'Soak it.'), dal: text('All dals', 'Many.', '') }
    await blog(shop, both)
    expect(await leadsTo(shop, 'dal')).toBeUndefined()
    expect((await new Catalogue(shop.db).contentPage('blog', 'dal'))?.title).toBe('All dals')
    await blog(shop, { toor: text('Dal', 'Soak it.'), dals: text('All dals', 'Many.') })
    expect(await leadsTo(shop, 'dal'), 'its last text').toBe('/blog/dals')
    expect(await formerly(shop, 'toor')).toBe('')
    await undoImport(shop.db)
    expect(await leadsTo(shop, 'dal')).toBeUndefined()
    await undoImport(shop.db)
    expect(await leadsTo(shop, 'dal')).toBe('/blog/toor')
    expect(await formerly(shop, 'toor')).toBe('dal')
  })

  test('an undo of a new address brings the old one back, the new one leads there, and so on (E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    await blog(shop, { daal: text('Dal', 'Soak it.') })
    await blog(shop, { toor: text('Toor', 'Soak it.') })
    const { import: undo } = await undone(shop)
    expect(await formerly(shop, 'daal')).toBe('dal, toor')
    expect(await leadsTo(shop, 'toor')).toBe('/blog/daal')
    expect(await leadsTo(shop, 'dal')).toBe('/blog/daal')
    await undone(shop, undo ?? 0)
    expect(await leadsTo(shop, 'daal')).toBe('/blog/toor')
    expect(await leadsTo(shop, 'dal')).toBe('/blog/toor')
  })

  test('an import of before there were old addresses can still be taken back (E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    const { after } = await shop.db
      .selectFrom('import_change')
      .select('after')
      .executeTakeFirstOrThrow()
    const { formerly: _, ...old } = JSON.parse(after ?? '')
    await shop.db
      .updateTable('import_change')
      .set({ after: JSON.stringify(old) })
      .execute()
    await undone(shop)
    expect(await new Catalogue(shop.db).content('blog')).toEqual([])
  })

  test('an export names old addresses, and another shop that imports it leads from them too (E03, E27)', async () => {
    await using shop = await open()
    await using other = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    await blog(shop, { toor: text('Dal', 'Soak it.') })
    const folder = join(newFolder(), 'export')
    await exportCatalogue(shop.db, folder, shop)
    expect(readFileSync(join(folder, 'blog/toor.md'), 'utf8')).toContain('\nformerly: dal\n')
    expect(await importPath(shop, join(folder))).toMatchObject({ import: null })
    await importPath(other, folder)
    expect(await leadsTo(other, 'dal')).toBe('/blog/toor')
  })

  test('an export into a folder of before takes the file at an old address away, so no import brings it back (E03, E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.'), rice: text('Rice', 'Wash it.') })
    const folder = join(newFolder(), 'export')
    await exportCatalogue(shop.db, folder, shop)
    writeFileSync(join(folder, 'blog/draft.md'), text('Draft', 'Not yet.'))
    await blog(shop, { toor: text('Dal', 'Soak it.'), basmati: text('Rice', 'Wash it.') })
    // One of the old addresses is another text by now.
    await blog(shop, {
      ...{ toor: text('Dal', 'Soak it.'), basmati: text('Rice', 'Wash it.') },
      rice: text('All rice', 'Many.'),
    })
    await exportCatalogue(shop.db, folder, shop)
    expect(readdirSync(join(folder, 'blog')).sort()).toEqual([
      ...['basmati.md', 'draft.md', 'rice.md', 'toor.md'],
    ])
    expect(readFileSync(join(folder, 'blog/rice.md'), 'utf8')).toContain('All rice')
    await importPath(shop, folder)
    expect(await leadsTo(shop, 'dal')).toBe('/blog/toor')
  })

  test('two articles with new file names are not told as gone, and a banner may link to the old one (E17, E27)', async () => {
    await using shop = await open()
    await blog(shop, { dal: text('Dal', 'Soak it.'), rice: text('Rice', 'Wash it.') })
    const renamed = { toor: text('Dal', 'Soak it.'), basmati: text('Rice', 'Wash it.') }
    expect((await blog(shop, renamed, { dryRun: true })).alarms).toEqual([])
    await blog(shop, renamed)
    const links = ['/blog/dal', '/blog/toor', '/blog/never']
    const rows = links.map((link, at) => `a.png,Alt ${at},,,${link},${at + 1}`)
    const { warnings } = await importPath(
      shop,
      folderOf({
        'images/a.png': await picture('red'),
        'banners.csv': `image,alt,title,text,link,order\n${rows.join('\n')}\n`,
      }),
    )
    expect(warnings).toEqual([expect.stringContaining('/blog/never')])
    expect(warnings[0]).not.toContain('/blog/dal')
  })

  test('the desk gives an article another address, and refuses one that is taken (E27)', async () => {
    await using at = await openDesk(open)
    const article = { kind: 'blog', description: 'About it.', date: '2026-01-05' }
    const first = { ...article, isnew: 'yes', id: 'dal', title: 'Dal', body: 'Soak it.' }
    await publishList(at, await send(at, 'texts', first))
    await publishList(at, await send(at, 'texts', { ...first, id: 'rice', title: 'Rice' }))
    const change = { ...article, id: 'dal', address: 'toor', title: 'Toor', body: 'Quite new.' }
    for (const [address, said] of [
      ['rice', 'There is already a text at rice.'],
      ['To or', 'lower-case letters'],
    ] as const) {
      await expect(send(at, 'texts', { ...change, address })).rejects.toThrow(said)
    }
    await publishList(at, await send(at, 'texts', change))
    expect(await findTextRedirect(at.db, 'blog', 'dal')).toBe('/blog/toor')
    // A later change of its words keeps what leads to it.
    await publishList(at, await send(at, 'texts', { ...change, id: 'toor', body: 'Newer.' }))
    expect(await findTextRedirect(at.db, 'blog', 'dal')).toBe('/blog/toor')
    await publishList(at, await send(at, 'texts', { ...change, id: 'toor', what: 'remove' }))
    expect(await findTextRedirect(at.db, 'blog', 'dal')).toBeUndefined()
  })
})

forEachDatabase((open) => {
  test('an old address leads to the text that had it last, also where an earlier one names it (E27)', async () => {
    await using at = await openDesk(open)
    const article = { kind: 'blog', description: 'About it.', date: '2026-01-05' }
    const first = { ...article, isnew: 'yes', id: 'dal', title: 'Arhar', body: 'Soak it.' }
    await publishList(at, await send(at, 'texts', first))
    const arhar = { ...article, id: 'dal', address: 'arhar', title: 'Arhar', body: 'Soak it.' }
    await publishList(at, await send(at, 'texts', arhar))
    await publishList(at, await send(at, 'texts', { ...first, title: 'All dals', body: 'Many.' }))
    const dals = { ...article, id: 'dal', address: 'dals', title: 'Our dals', body: 'More.' }
    await publishList(at, await send(at, 'texts', dals))
    expect(await leadsTo(at, 'dal')).toBe('/blog/dals')
    expect([await formerly(at, 'arhar'), await formerly(at, 'dals')]).toEqual(['', 'dal'])
  })

  test('files of which both name an address lead it to the text that is new, or to the one left (E27)', async () => {
    const files = { arhar: text('Arhar', 'Soak it.', 'formerly: dal\n') }
    const start = async (shop: TestDatabase) => {
      await blog(shop, { dal: text('Arhar', 'Soak it.') })
      await blog(shop, files)
      await blog(shop, { ...files, dal: text('All dals', 'Many.') })
    }
    await using shop = await open()
    await start(shop)
    // The first one is renamed as well, and comes behind by the alphabet and before.
    await blog(shop, {
      toor: text('Toor', 'Cook it.', 'formerly: dal, arhar\n'),
      zdals: text('Our dals', 'More.', 'formerly: dal\n'),
    })
    expect([await leadsTo(shop, 'dal'), await leadsTo(shop, 'arhar')]).toEqual([
      ...['/blog/zdals', '/blog/toor'],
    ])
    await using other = await open()
    await start(other)
    // Known again by its text, as its file names nothing.
    await blog(other, { ...files, dals: text('Our dals', 'Many.') })
    expect(await leadsTo(other, 'dal')).toBe('/blog/dals')
    await using last = await open()
    await start(last)
    await blog(last, files)
    expect(await leadsTo(last, 'dal'), 'of the one that is left').toBe('/blog/arhar')
  })

  test('a file that names old addresses names all of them, and an empty line takes them away (E27)', async () => {
    await using shop = await open()
    const toor = (more = '') => ({ toor: text('Dal', 'Soak it.', more) })
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    await blog(shop, toor())
    await blog(shop, toor('formerly: dal, daal\n'))
    await blog(shop, toor())
    expect(await formerly(shop, 'toor'), 'nothing said of them').toBe('dal, daal')
    await blog(shop, toor('formerly: daal\n'))
    expect(await leadsTo(shop, 'dal')).toBeUndefined()
    expect(await leadsTo(shop, 'daal')).toBe('/blog/toor')
    await blog(shop, toor('formerly:\n'))
    expect(await formerly(shop, 'toor')).toBe('')
    // An address goes over to the text whose file names it.
    await blog(shop, toor('formerly: daal\n'))
    await blog(shop, { ...toor(), rice: text('Rice', 'Wash it.', 'formerly: daal\n') })
    expect([await formerly(shop, 'toor'), await leadsTo(shop, 'daal')]).toEqual(['', '/blog/rice'])
  })
})

forEachDatabase((open) => {
  test('no undo gives one address to two articles: who got it later has it (E27)', async () => {
    await using shop = await open()
    const toor = { toor: text('Dal', 'Soak it.') }
    await blog(shop, { dal: text('Dal', 'Soak it.') })
    await blog(shop, toor)
    await blog(shop, { ...toor, dal: text('All dals', 'Many.') })
    const { import: removal } = await blog(shop, { dal: text('All dals', 'Many.') })
    await blog(shop, { dals: text('All dals', 'Many.') })
    await undone(shop, removal ?? 0)
    expect(await leadsTo(shop, 'dal')).toBe('/blog/dals')
    expect([await formerly(shop, 'toor'), await formerly(shop, 'dals')]).toEqual(['', 'dal'])
  })

  test('an address that an undo frees leads back, not to the article that had it before (E27)', async () => {
    await using shop = await open()
    const rice = { rice: text('Rice', 'Wash it.', 'formerly: daal\n') }
    await blog(shop, { ...rice, dal: text('Dal', 'Soak it.') })
    const { import: renaming } = await blog(shop, { ...rice, daal: text('Dal', 'Soak it.') })
    const { import: undo } = await undone(shop, renaming ?? 0)
    expect([await leadsTo(shop, 'daal'), await formerly(shop, 'rice')]).toEqual(['/blog/dal', ''])
    await undone(shop, undo ?? 0)
    expect([await formerly(shop, 'rice'), await formerly(shop, 'daal')]).toEqual(['daal', 'dal'])
  })
})

async function undone(shop: TestDatabase, number?: number) {
  const result = await undoImport(shop.db, { number })
  if ('isRefused' in result) throw new Error(result.reasons.join('\n'))
  return result
}

test.each(['Dal', 'dal--x', 'a, b, c, d, e, f, g, h, i, j, k'])(
  'a file that names %j as old addresses is refused with its line (E27)',
  async (old) => {
    await using shop = await openSqlite()
    const { errors } = await blog(shop, { dal: text('Dal', 'x', `formerly: ${old}\n`) })
    expect(errors).toMatchObject([{ line: 5, column: 'formerly' }])
    expect(errors[0]?.reason).toContain('such as soft-rotis, rotis')
  },
)

test('the front answers the old address of an article, and of a page, by 301 (E08, E27)', async () => {
  await using shop = await openSqlite()
  const settings = readSettings({ DATA_DIR: shop.dataDir, PORT: '4573', LOG_LEVEL: 'silent' })
  const folder = (id: string, page: string) =>
    folderOf({
      [`blog/${id}.md`]: text('Dal', 'Soak it.'),
      [`pages/${page}.md`]: text('About us', 'We sell dal.'),
    })
  await importPath(shop, folder('dal', 'about'))
  const { close } = await openShop(settings, { log: openLog('silent') })
  await using end = new AsyncDisposableStack()
  end.defer(close)
  const ask = (path: string) => fetch(`http://localhost:4573${path}`, { redirect: 'manual' })
  const status = async (path: string) => (await ask(path)).status
  await expect.poll(() => status('/blog/dal')).toBe(200)
  await importPath(shop, folder('toor', 'our-shop'))
  await expect.poll(() => status('/blog/dal')).toBe(301)
  expect((await ask('/blog/dal')).headers.get('location')).toBe('/blog/toor')
  await expect.poll(() => status('/about')).toBe(301)
  expect((await ask('/about')).headers.get('location')).toBe('/our-shop')
  expect([await status('/blog/toor'), await status('/blog/never')]).toEqual([200, 404])
  const sitemap = async () => await (await ask('/sitemap-content.xml')).text()
  await expect.poll(sitemap).toContain('/blog/toor<')
  expect(await sitemap()).not.toContain('/blog/dal<')
})
