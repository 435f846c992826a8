import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { ask, type TestServer } from '#tests/support/http-front.ts'
import { serveRendered } from '#tests/support/rendered-shop.ts'

const BRANDS = ['', 'Anna', "O'Brien & Sons", '100% pur', 'A_B', 'अन्ना']
const COUNTRIES = ['Niger', 'Nigeria', 'India']

const rowFields = fc.record({
  subcat: fc.constantFrom('dal', 'rice', null),
  brand: fc.constantFrom(...BRANDS),
  rupees: fc.integer({ min: 1, max: 40 }).map((steps) => steps * 5),
  countries: fc.uniqueArray(fc.constantFrom(...COUNTRIES), { maxLength: 2 }),
  stars: fc.option(fc.integer({ min: 1, max: 5 })),
})
const SHELF = fc.sample(rowFields, { seed: 7, numRuns: 130 })
const ROWS = SHELF.map((fields, number) =>
  productRow({
    number,
    subcat_id: fields.subcat,
    brand: fields.brand,
    price_paise: fields.rupees * 100,
    countries: fields.countries.join('|'),
    initial_rating: fields.stars === null ? null : fields.stars * 10,
  }),
)

type Parameters = {
  subcat: 'dal' | 'rice' | undefined
  ends: (number | undefined)[]
  rating: number | undefined
  brands: string[]
  /** Chosen by the address, or by a cookie. */
  location: { country: string; isCookie: boolean } | undefined
  sort: 'price' | '-price' | 'newest' | undefined
  view: number | undefined
  page: number
}
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const asked: fc.Arbitrary<Parameters> = fc.record({
  subcat: maybe(fc.constantFrom('dal' as const, 'rice' as const)),
  ends: fc
    .tuple(maybe(fc.integer({ min: 0, max: 41 })), maybe(fc.integer({ min: 0, max: 41 })))
    .map(([a, b]) =>
      a === undefined || b === undefined ? [a, b] : [Math.min(a, b), Math.max(a, b)],
    ),
  rating: maybe(fc.integer({ min: 1, max: 5 })),
  brands: fc.uniqueArray(fc.constantFrom(...BRANDS.slice(1), 'unknown'), { maxLength: 2 }),
  location: maybe(
    fc.record({ country: fc.constantFrom('All', 'France', ...COUNTRIES), isCookie: fc.boolean() }),
  ),
  sort: maybe(fc.constantFrom('price' as const, '-price' as const, 'newest' as const)),
  view: maybe(fc.constantFrom(1, 2, 4)),
  page: fc.integer({ min: 1, max: 2 }),
})

/** The expected ids, by a plain filter over the rows. */
function expected({ subcat, ends, rating, brands, location, sort }: Parameters): string[] {
  const [low, high] = ends
  const country = location?.country ?? 'All'
  const kept = ROWS.filter((_, at) => {
    const row = SHELF[at]
    return (
      row !== undefined &&
      (subcat === undefined || row.subcat === subcat) &&
      row.rupees >= (low ?? 0) * 5 &&
      row.rupees <= (high ?? Infinity) * 5 &&
      (row.stars ?? 0) >= (rating ?? 0) &&
      (brands.length === 0 || brands.includes(row.brand)) &&
      (country === 'All' || row.countries.length === 0 || row.countries.includes(country))
    )
  })
  const sign = { price: 1, '-price': -1, newest: 0 }[sort ?? 'newest']
  return kept
    .toSorted((a, b) => sign * (Number(a.price_paise) - Number(b.price_paise)))
    .map((row) => row.id)
}

function parametersOf({ ends, rating, brands, location, sort, view }: Parameters): URLSearchParams {
  const params = new URLSearchParams(brands.map((brand) => ['brand', brand]))
  const [low, high] = ends.map((end) => end && end * 5)
  const country = location?.isCookie ? undefined : location?.country
  const single = { minprice: low, maxprice: high, rating, sort, view, location: country }
  for (const [name, value] of Object.entries(single)) {
    if (value !== undefined) params.set(name, String(value))
  }
  return params
}

const ANYTHING: Parameters = {
  ...{ subcat: undefined, ends: [], rating: undefined, brands: [], location: undefined },
  ...{ sort: undefined, view: undefined, page: 1 },
}

/** A visit with a chosen country. */
const visit = (server: TestServer, path: string, location: string) =>
  ask(server, path, { headers: { accept: 'text/html', cookie: `location=${location}` } })

/** Ids of the cards on a page, and the number of products that it states. */
function readPage(html: string) {
  const main = html.slice(html.indexOf('data-card'), html.indexOf('</main>'))
  const ids = [...main.matchAll(/<h3[^>]*>\s*<a[^>]* href="\/product\/([^"]+)"/g)].map(
    (match) => match[1],
  )
  const count = /class="count[^>]*>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? ''
  return { ids, total: Number(/(\d+) products?/.exec(count)?.[1]) }
}

test('with a location, home shows what is sold there: 8 new products, else 12 (S-155 S-156)', async () => {
  await using shop = await openSqlite()
  const { db } = shop
  const featured = ROWS.map((row, at) => ({ ...row, is_featured: at % 3 === 0 ? 1 : 0 }))
  await fill(db, ['staples', 'staples/dal', 'staples/rice'], featured)
  await using at = await serveRendered(shop)
  for (const location of ['All', 'France', ...COUNTRIES]) {
    const { text: html } = await visit(at.server, '/', location)
    const sold = expected({ ...ANYTHING, location: { country: location, isCookie: true } })
    const linked = [...html.matchAll(/<h3[^>]*>\s*<a[^>]* href="\/product\/([^"]+)"/g)]
    const shown = linked.map((match) => match[1])
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((id) => id && !sold.includes(id))).toEqual([])
    const fresh = html.slice(
      html.indexOf('id="new-products"'),
      html.indexOf('id="filter-products"'),
    )
    const count = location === 'All' ? 12 : 8
    expect(readPage(`${fresh}</main>`).ids).toEqual(sold.slice(0, count))
  }
})

test('any filters give the same by page, by API and by a plain filter (S-161 S-162 S-163 S-164)', async () => {
  await using shop = await openSqlite()
  const { db } = shop
  await fill(db, ['staples', 'staples/dal', 'staples/rice'], ROWS)
  await using at = await serveRendered(shop)
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      const ids = expected(query)
      const first = (query.page - 1) * 24
      const shown = ids.slice(first, first + 24)
      const location = query.location?.isCookie ? query.location.country : 'All'
      const params = parametersOf(query)
      if (query.page > 1) params.set('page', String(query.page))
      const { subcat } = query
      const path = subcat ? `/subcat/${subcat}` : '/category/staples'
      const page = await visit(at.server, `${path}?${params}`, location)
      const isPastEnd = first >= Math.max(ids.length, 1)
      if (query.brands.includes('unknown')) {
        expect(page.status, 'no brand of the shop').toBe(404)
      } else if (isPastEnd && location === 'All') {
        expect(page.status).toBe(404)
      } else if (!isPastEnd) {
        expect(page.status).toBe(200)
        const html = page.text
        expect(readPage(html)).toEqual({ ids: shown, total: ids.length })
        const isPlain = location === 'All' && [...params.keys()].every((name) => name === 'page')
        expect(html.includes('rel="canonical"')).toBe(isPlain)
        expect(html.includes('content="noindex"')).toBe(!isPlain)
      }

      params.set(subcat ? 'subcatid' : 'category', subcat ?? 'staples')
      const answer = await visit(at.server, `/api/products?${params}`, location)
      const list: { ProductList: { _id: string }[]; total: number } = JSON.parse(answer.text)
      expect(list.ProductList.map((product) => product._id)).toEqual(shown)
      expect(list.total).toBe(ids.length)
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('a filter that the shop does not have is no page; one with nothing in this list is', async () => {
  await using shop = await openSqlite()
  const [dal, rice] = ['dal', 'rice'].map((subcat_id, number) =>
    productRow({ number, subcat_id, brand: `Brand of ${subcat_id}` }),
  )
  const gone = productRow({ number: 3, brand: 'Gone', withdrawn_at: 5 })
  if (dal && rice)
    await fill(shop.db, ['staples', 'staples/dal', 'staples/rice'], [dal, rice, gone])
  await using at = await serveRendered(shop)
  const status = async (path: string) => (await visit(at.server, path, 'All')).status
  for (const path of ['/category/staples', '/subcat/dal', '/offers', '/search']) {
    for (const query of ['brand=zzz', 'type=zzz', 'brand=Brand+of+rice&brand=zzz', 'brand=Gone'])
      expect(await status(`${path}?${query}`), `${path}?${query}`).toBe(404)
    for (const query of ['brand=Brand+of+rice', 'type=rice'])
      expect(await status(`${path}?${query}`), `${path}?${query}`).toBe(200)
  }
  expect(await status('/compare?ids=zzz')).toBe(404)
  expect(await status('/compare?ids=zzz,product-0')).toBe(200)
  expect(await status('/compare?ids=product-3'), 'sold once').toBe(200)
  expect(await status('/compare')).toBe(200)
  const { text: html } = await visit(at.server, '/category/staples', 'All')
  expect(html, 'no picture to show large').toContain('name="twitter:card" content="summary"')
  expect(html).toContain('/icon-512.png"')
  expect(await status('/sitemap-products-0.xml')).toBe(200)
  expect(await status('/sitemap-products-500.xml')).toBe(404)
})

test('a list loads pictures as wide as they are shown, and the first before all else', async () => {
  await using shop = await openSqlite()
  const picture = (id: string, width: number, height: number) => ({ id, width, height })
  const pictures = [picture('a'.repeat(16), 600, 600), picture('b'.repeat(16), 1200, 600)]
  await shop.db.insertInto('picture').values(pictures).execute()
  const rows = pictures.map((_, number) => productRow({ number }))
  await fill(shop.db, ['staples'], rows)
  const images = pictures.map(({ id }, number) => ({
    ...{ product_id: `product-${number}`, position: 0, file: `${id}.webp`, picture_id: id },
  }))
  await shop.db.insertInto('product_image').values(images).execute()
  await using at = await serveRendered(shop)
  const { text: html } = await visit(at.server, '/category/staples', 'All')
  const [first = '', second = '', ...others] = html.match(/<img [^>]*\/uploads\/[^>]*>/g) ?? []
  expect(others).toEqual([])
  expect([first, second].map((img) => /sizes="([^"]*)"/.exec(img)?.[1]).toSorted()).toEqual([
    '(min-width:64rem) 11rem,(min-width:48rem) 17vw,23vw',
    '(min-width:64rem) 15rem,(min-width:48rem) 20vw,40vw',
  ])
  expect([first, second].map((img) => /fetchpriority="high"/i.test(img))).toEqual([true, false])
  // Home without a banner begins with products.
  const { text: home } = await visit(at.server, '/', 'All')
  const [ofHome = ''] = home.match(/<img [^>]*\/uploads\/[^>]*>/g) ?? []
  expect(ofHome).toMatch(/fetchpriority="high"/i)
  expect(ofHome).not.toContain('loading="lazy"')
})
