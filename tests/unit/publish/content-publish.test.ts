import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPages } from '#lib/server/publish/affected-pages.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath } from '#tests/support/lists/import-files.ts'

const page = (title: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndescription: All about ${title}.\n${more}---\n\n${text}\n`

const smallShop = () =>
  folderOf({
    'products.csv':
      'sku,name,category,price\nA,Toor dal,Pulses,120\nB,Moong dal,Pulses,90\nC,Rice,Rice,60\n',
    'shop.json': '{"name":"Sharma Stores","email":"shop@example.com"}',
    'pages/about.md': page('About us', 'We sell **dal**.'),
    'pages/terms.md': page('Terms', 'Be kind.'),
    'blog/dal.md': page('On dal', '# Soak it', 'date: 2026-11-05\n'),
    'blog/rice.md': page('On rice', 'Wash it.', 'date: 2026-11-07\n'),
  })

function publisherOf(shop: TestDatabase, dataDir = shop.dataDir) {
  const settings = { ...readSettings({ DATA_DIR: dataDir }), databaseUrl: shop.url }
  return new Publisher(settings, shop.db, { inlineUpTo: Infinity })
}

const fileOf = ({ dataDir }: TestDatabase, name: string) => join(dataDir, 'site', name)
const readFrom = (dataDir: string, name: string) =>
  readPage(join(dataDir, 'site'), `/${name.replace(/(index)?\.html$/, '')}`).toString()
const read = ({ dataDir }: TestDatabase, name: string) => readFrom(dataDir, name)

forEachDatabase((open) => {
  test('pages, articles, their lists and feeds are published', async () => {
    await using shop = await open()
    await importPath(shop, smallShop())
    expect((await publisherOf(shop).publishPending()).failed).toEqual([])
    expect(read(shop, 'about.html')).toContain('<p>We sell <strong>dal</strong>.</p>')
    expect(read(shop, 'about.html')).toContain('<h1>About us</h1>')
    expect(read(shop, 'about.html')).toContain('<title>About us | Sharma Stores</title>')
    expect(read(shop, 'blog/dal.html')).toContain('"@type":"BlogPosting","@id":"http')
    expect(read(shop, 'blog/dal.html')).toContain('<h2>Soak it</h2>')
    const list = read(shop, 'blog.html')
    expect(list.indexOf('On rice')).toBeLessThan(list.indexOf('On dal'))
    expect(list).toContain('type="application/rss+xml"')
    expect(read(shop, 'blog/rss.xml')).toContain('<link>http://localhost:4321/blog/dal</link>')
    expect(read(shop, 'blog/rss.xml')).toContain(
      '<pubDate>Thu, 05 Nov 2026 00:00:00 +0530</pubDate>',
    )
    expect(read(shop, 'blog/dal.html')).toContain('"datePublished":"2026-11-05T00:00:00+05:30"')
    expect(read(shop, 'sitemap-content.xml')).toMatch(
      /<loc>http:\/\/localhost:4321\/blog<\/loc><lastmod>20/,
    )
    const paths = read(shop, 'sitemap-content.xml').match(/(?<=4321)\/[^<]*/g)
    expect(paths?.sort()).toEqual(
      ['/', '/about', '/blog', '/blog/dal', '/blog/rice', '/contact', '/terms'].sort(),
    )
    for (const name of ['ids', 'next', 'sort', 'brand'])
      expect(read(shop, 'robots.txt')).toContain(`\nDisallow: /*?*${name}=\n`)
    expect(read(shop, 'index.html')).toContain('href="/about"')
    expect(read(shop, 'contact.html')).toContain('action="/api/contact"')
  })

  test('an edit of a text renders its page and what lists it, and writes what differs', async () => {
    await using shop = await open()
    const folder = smallShop()
    await importPath(shop, folder)
    await publisherOf(shop).publishPending()
    writeFileSync(join(folder, 'pages/about.md'), page('About us', 'We sell rice.'))
    const settings = { ...readSettings({ DATA_DIR: shop.dataDir }), databaseUrl: shop.url }
    const { pages } = await importPath(shop, folder, { findPages: findPages(settings) })
    expect(pages.map(({ path }) => path).sort()).toEqual(['/about', '/sitemap-content.xml'])
    expect(await publisherOf(shop).publishPending()).toMatchObject({ rendered: 2, removed: 0 })
    expect(read(shop, 'about.html')).toContain('We sell rice.')

    writeFileSync(
      join(folder, 'blog/dal.md'),
      page('On dal', 'Soak it overnight.', 'date: 2026-11-05\n'),
    )
    await importPath(shop, folder)
    const { rendered } = await publisherOf(shop).publishPending()
    // The article, the other article that names it, the list, RSS and sitemap.
    expect(rendered).toBe(5)
    expect(read(shop, 'blog/dal.html')).toContain('Soak it overnight.')
  })

  test('a file that goes takes its page off the site, and the folder equals a cold publish', async () => {
    await using shop = await open()
    const folder = smallShop()
    await importPath(shop, folder)
    await publisherOf(shop).publishPending()
    rmSync(join(folder, 'blog/rice.md'))
    rmSync(join(folder, 'pages/terms.md'))
    const settings = { ...readSettings({ DATA_DIR: shop.dataDir }), databaseUrl: shop.url }
    const { pages } = await importPath(shop, folder, { findPages: findPages(settings) })
    expect(pages).toContainEqual({ path: '/terms', change: 'removed' })
    expect(pages).toContainEqual({ path: '/blog/rice', change: 'removed' })
    expect(await publisherOf(shop).publishPending()).toMatchObject({ removed: 2, failed: [] })
    expect(existsSync(fileOf(shop, 'terms.html'))).toBe(false)
    expect(read(shop, 'index.html')).not.toContain('href="/terms"')
    const dataDir = mkdtempSync(join(tmpdir(), 'kirana-cold-'))
    await shop.db.deleteFrom('page').execute()
    await publisherOf(shop, dataDir).publishAll()
    for (const name of ['about.html', 'blog.html', 'blog/dal.html', 'blog/rss.xml', 'feed.xml']) {
      expect(readFrom(dataDir, name)).toBe(read(shop, name))
    }
    rmSync(dataDir, { recursive: true })
  })
})
