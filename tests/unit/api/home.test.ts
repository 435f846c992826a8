import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { yearInIndia } from '#lib/dates.ts'
import { shopSchema } from '#lib/shop.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { serveRendered, visitPage } from '#tests/support/rendered-shop.ts'

const PICTURE = 'aaaaaaaaaaaaaaaa'

/** Home of a shop whose cart is open to visitors. */
const home = (shop: TestDatabase, query = '') => visitPage(shop, `/${query}`)

/** A shop with nine categories: one has two sub-categories, and all but the last are empty. */
async function openNine() {
  const shop = await openSqlite()
  const { db } = shop
  const more = Array.from({ length: 7 }, (_, at) => `more${at + 1}`)
  const categories = ['staples', 'staples/dal', 'staples/rice', 'drinks', 'drinks/tea', ...more]
  await fill(db, categories, [productRow({ number: 1, subcat_id: 'dal' })])
  await db.insertInto('picture').values({ id: PICTURE, width: 600, height: 600 }).execute()
  await db
    .updateTable('category')
    .set({ picture_id: PICTURE })
    .where('id', '=', 'staples')
    .execute()
  return shop
}

/** The text from `start` up to `end`. */
const between = (html: string, start: string, end: string) =>
  html.slice(html.indexOf(start)).split(end, 1)[0] ?? ''
const linksOf = (html: string) => [...html.matchAll(/<a[^>]*? href="([^"]*)"/g)].map(([, to]) => to)
const MENU = 'class="menu-all'
const BAR = 'aria-label="Main"'

test('the bar of categories is there only when there are categories (S-027)', async () => {
  await using empty = await openSqlite()
  expect(await home(empty)).not.toContain(BAR)
  await using nine = await openNine()
  expect(await home(nine)).toContain(BAR)
})

test('All Categories holds every category, each with its sub-categories (S-028)', async () => {
  await using shop = await openNine()
  const menu = between(await home(shop), MENU, '</category-menu>')
  const [staples, drinks] = [
    ['/category/staples', '/subcat/dal', '/subcat/rice'],
    ['/category/drinks', '/subcat/tea'],
  ]
  const more = Array.from({ length: 7 }, (_, at) => `/category/more${at + 1}`)
  expect(linksOf(menu).slice(0, 12)).toEqual([...staples, ...drinks, ...more])
})

test('the bar reads Home, the first seven categories, Blog, Contact (S-029)', async () => {
  await using shop = await openNine()
  const bar = between(between(await home(shop), BAR, '</nav>'), '</category-menu>', '</nav>')
  const seven = ['staples', 'drinks', 'more1', 'more2', 'more3', 'more4', 'more5']
  expect(linksOf(bar)).toEqual(['/', ...seven.map((id) => `/category/${id}`), '/blog', '/contact'])
})

test('without banners there is nothing, and a banner shows its picture (S-031)', async () => {
  await using shop = await openNine()
  const region = 'aria-roledescription="carousel"'
  expect(await home(shop)).not.toContain(region)
  const words = { alt: 'Fruit', title: 'Fresh', text: 'Now', link: '/category/drinks' }
  await shop.db
    .insertInto('banner')
    .values({
      ...{ position: 0, shown_from: null, shown_until: null, is_shown: 1, ...words },
      ...{ image: 'b.webp', picture_id: PICTURE },
    })
    .execute()
  const banners = between(await home(shop), region, '</section>')
  expect(banners.match(/<img /g)).toHaveLength(1)
  expect(banners).toContain(`/uploads/${PICTURE}-`)
})

/** What categories are read from, with their sub-categories and pictures. */
const TREE = ['category', 'picture', 'parent_id']
/** The picture of a file name of it in some width. */
const pictureOf = (file: string) => file.replace(/-\d+\.webp$/, '')
type Told = { alt: string; title: string; text: string; link: string; images: string[] }

test('home has the banners that the API has, and reads the categories once (S-120)', async () => {
  await using shop = await openNine()
  const banner = { shown_from: null, shown_until: null, is_shown: 1, image: 'b.webp' }
  const words = (name: string) => ({ alt: `${name} alt`, title: `${name} title`, text: name })
  await shop.db
    .insertInto('banner')
    .values([
      { ...banner, ...words('Fruit'), position: 0, link: '/category/drinks', picture_id: PICTURE },
      { ...banner, ...words('Dal'), position: 1, link: '/subcat/dal', picture_id: PICTURE },
    ])
    .execute()
  let reads = 0
  const count: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (TREE.every((table) => text.includes(`"name":"${table}"`))) reads++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await using at = await serveRendered({ ...shop, db: shop.db.withPlugin(count) })
  const { text: html } = await at.visit('/')
  expect(reads).toBe(1)
  const { text: json } = await at.visit('/api/homebanner')
  const told: Told[] = JSON.parse(json)
  expect(told).toHaveLength(2)
  const shown = between(html, 'aria-roledescription="carousel"', '</section>')
  for (const { alt, title, text, link, images } of told) {
    for (const part of [alt, title, text, `href="${link}"`, ...images.map(pictureOf)])
      expect(shown).toContain(part)
  }
})

test('a tile has the picture and the name of its category, and leads to its list (S-034)', async () => {
  await using shop = await openNine()
  const tiles = between(await home(shop), 'id="featured-categories"', '</section>')
  const [staples = '', drinks = ''] = tiles.split('<li').slice(1)
  expect(linksOf(staples)).toEqual(['/category/staples'])
  expect(staples).toContain('>Staples<')
  expect(staples).toContain(`src="/uploads/${PICTURE}-`)
  expect(linksOf(drinks)).toEqual(['/category/drinks'])
  expect(drinks).not.toContain('<img')
})

test('a tab without products says No Products Found (S-038)', async () => {
  await using shop = await openNine()
  const panel = async (tab: string) =>
    between(await home(shop, `?tab=${tab}`), 'id="filter-panel"', '</category-tabs>')
  expect(await panel('drinks')).toMatch(/>\s*No Products Found\s*</)
  expect(await panel('staples')).not.toContain('No Products Found')
})

test('the footer has five columns, and the current year (S-041)', async () => {
  await using shop = await openNine()
  const footer = between(await home(shop), '<footer', '</footer>')
  expect(footer.match(/<(address|details) /g)).toHaveLength(5)
  expect(footer).toContain(`&copy; ${yearInIndia(Date.now())}`)
})

test('the footer of a small shop has a column for each category, and not five (S-041)', async () => {
  await using shop = await openSqlite()
  await fill(shop.db, ['staples', 'drinks'], [])
  const footer = between(await home(shop), '<footer', '</footer>')
  expect(footer.match(/<(address|details) /g)).toHaveLength(4)
})

test('where nothing is sold in the country chosen, home says so and offers another (S-036)', async () => {
  await using shop = await openNine()
  await shop.db.updateTable('product').set({ countries: 'India' }).execute()
  await using at = await serveRendered(shop, { settings: { cartGate: 'signin' } })
  const { text } = await at.visit('/', { cookie: 'location=Nepal' })
  expect(text).not.toContain('The shelves are being filled.')
  const said = between(text, 'Nothing here is sold in Nepal.', '</p>')
  expect(said).toMatch(/<a [^>]*href="\/location"[^>]*>\s*Change location/)
  expect((await at.visit('/', { cookie: 'location=India' })).text).toContain('NEW PRODUCTS')
})

test('a country is offered for choice only where there are countries to choose from (S-023)', async () => {
  await using shop = await openNine()
  expect(await home(shop)).not.toContain('data-countries')
  const json = JSON.stringify(shopSchema.parse({ name: 'Own', countries: ['India', 'Nepal'] }))
  await shop.db.insertInto('shop').values({ id: 1, json }).execute()
  expect(await home(shop)).toContain('data-countries')
})

test('the newsletter has a box for the mail and Subscribe (S-039)', async () => {
  await using shop = await openSqlite()
  const form = between(await home(shop), 'action="/api/newsletter"', '</form>')
  expect(form).toContain('type="email"')
  expect(form).toMatch(/<button[^>]*>Subscribe<\/button>/)
})
