import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, picture } from '#tests/support/lists/import-files.ts'
import { publishedBy } from '#tests/support/published.ts'

const TEXT = '---\ntitle: Dal\ndescription: About dal.\ndate: 2026-01-05\n---\n\nSoak it.\n'
const FILES = {
  'products.csv': 'sku,name,category,price,oldprice\nA,Toor dal,Pulses,120,150\n',
  'shop.json': '{"name":"Sharma & Sons"}',
  'pages/about.md': TEXT,
  'blog/dal.md': TEXT,
}
const PAGES = ['index', 'about', 'blog', 'blog/dal', 'contact', 'offers', 'category/pulses']

/** What chat apps are told to show of a page. */
const previewOf = (html: string) => ({
  image: /property="og:image" content="([^"]*)"/.exec(html)?.[1],
  sizes: [...html.matchAll(/property="og:image:(?:width|height)" content="(\d+)"/g)].map(([, n]) =>
    Number(n),
  ),
  alt: /property="og:image:alt" content="([^"]*)"/.exec(html)?.[1],
  card: /name="twitter:card" content="([^"]*)"/.exec(html)?.[1],
})

test('a shop without any picture is previewed with its logo, as a picture that chat apps take', async () => {
  await using shop = await openSqlite()
  await importPath(shop, folderOf(FILES))
  const { publish, page } = publishedBy(shop)
  expect((await publish()).failed).toEqual([])
  for (const path of [...PAGES, 'product/toor-dal']) {
    expect([path, previewOf(page(path === 'index' ? '' : path))]).toEqual([
      path,
      {
        image: 'http://localhost:4321/icon-512.png',
        ...{ sizes: [512, 512], alt: 'Sharma &amp; Sons', card: 'summary' },
      },
    ])
  }
  const { format, width, height } = await sharp('public/icon-512.png').metadata()
  expect([format, width, height]).toEqual(['png', 512, 512])
  expect(page('404'), 'not for search engines').not.toContain('og:image')
})

test('with a banner, every page that has no picture of its own is previewed with that, until it goes', async () => {
  await using shop = await openSqlite()
  const banner = 'image,alt,title,text,link,order\na.png,Lamps,,,/offers,1\n'
  await importPath(shop, folderOf(FILES))
  const { publish, page } = publishedBy(shop)
  await publish()
  await importPath(
    shop,
    folderOf({ 'images/a.png': await picture('red', 1200, 400), 'banners.csv': banner }),
  )
  expect((await publish()).failed).toEqual([])
  for (const path of PAGES) {
    const { image, sizes, card } = previewOf(page(path === 'index' ? '' : path))
    expect([path, image]).toEqual([path, expect.stringMatching(/\/uploads\/[0-9a-f]{16}-og\.jpg$/)])
    expect([sizes, card]).toEqual([[1200, 630], 'summary_large_image'])
  }
  expect(previewOf(page('product/toor-dal')).image, 'no banner for one product').toMatch(/icon-512/)
  await importPath(shop, folderOf({ 'banners.csv': 'image,alt,title,text,link,order\n' }))
  await publish()
  for (const path of PAGES) {
    expect(previewOf(page(path === 'index' ? '' : path)).image).toMatch(/icon-512/)
  }
})
