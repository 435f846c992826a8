import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedItems, type FeedProduct } from '#lib/seo/merchant-feed.ts'
import { escapeXml } from '#lib/seo/xml.ts'
import { indianMoment } from '#lib/dates.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows, type Row } from '#tests/support/lists/editors-file.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { productOf } from '#tests/support/lists/small-lists.ts'

const ORIGIN = 'https://shop.example'
const DAL: FeedProduct = {
  id: 'toor-dal',
  sku: 'DAL-1',
  name: 'Toor Dal',
  brand: 'Anna',
  description: 'Yellow & <round>.',
  unit: '500 g',
  gtin: '8901234567890',
  pricePaise: 9850,
  oldPricePaise: null,
  stock: null,
  category: 'Dal & Pulses',
  subcat: 'Toor',
  packs: [],
  pictures: [],
}
const field = (item: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(item)?.[1]

test('an item says of a product what its page says', () => {
  const picture = { id: 'aaaaaaaaaaaaaaaa', width: 600, height: 600, alt: '' }
  const item = feedItems(ORIGIN, { ...DAL, pictures: [picture, { ...picture, id: 'b' }] })
  expect(item).toBe(
    '<item><g:id>DAL-1</g:id><title>Toor Dal</title>' +
      '<description>Yellow &amp; &lt;round&gt;.</description>' +
      '<link>https://shop.example/product/toor-dal</link><g:price>98.50 INR</g:price>' +
      '<g:availability>in_stock</g:availability><g:size>500 g</g:size>' +
      '<g:unit_pricing_measure>500 g</g:unit_pricing_measure>' +
      '<g:unit_pricing_base_measure>1 kg</g:unit_pricing_base_measure><g:condition>new</g:condition>' +
      '<g:image_link>https://shop.example/uploads/aaaaaaaaaaaaaaaa-600.webp</g:image_link>' +
      '<g:additional_image_link>https://shop.example/uploads/b-600.webp</g:additional_image_link>' +
      '<g:brand>Anna</g:brand><g:gtin>8901234567890</g:gtin>' +
      '<g:product_type>Dal &amp; Pulses &gt; Toor</g:product_type></item>\n',
  )
})

test('a printed MRP is no price of before: the feed names it beside the price (E30)', () => {
  const item = feedItems(ORIGIN, { ...DAL, oldPricePaise: 12_000, stock: 0 })
  expect(field(item, 'g:price')).toBe('98.50 INR')
  expect(field(item, 'g:sale_price')).toBeUndefined()
  expect(field(item, 'g:maximum_retail_price')).toBe('120.00 INR')
  expect(field(item, 'g:availability')).toBe('out_of_stock')
})

test('during a sale the price of before is named only where no printed MRP is struck through', () => {
  const sale = { ...DAL, pricePaise: 8000, usualPaise: 9000 }
  const pricesOf = (item: string) =>
    ['g:price', 'g:sale_price', 'g:maximum_retail_price'].map((name) => field(item, name))
  expect(pricesOf(feedItems(ORIGIN, { ...sale, oldPricePaise: 10_000 }))).toEqual([
    ...['80.00 INR', undefined, '100.00 INR'],
  ])
  expect(pricesOf(feedItems(ORIGIN, { ...sale, oldPricePaise: 9000 })), 'no MRP').toEqual([
    ...['90.00 INR', '80.00 INR', undefined],
  ])
  const pack = { label: '1 kg', pricePaise: 8000, oldPricePaise: 10_000, stock: 1 }
  const packs = [{ ...pack, usualPaise: 9000 }]
  expect(field(feedItems(ORIGIN, { ...DAL, packs }), 'g:price')).toBe('80.00 INR')
})

test('packs of a product with a long name keep titles of their own', () => {
  const pack = { label: '1 kg', pricePaise: 6200, oldPricePaise: null, stock: 0 }
  const packs = [pack, { ...pack, label: '500 g' }]
  const items = feedItems(ORIGIN, { ...DAL, name: 'n'.repeat(200), packs })
    .trim()
    .split('\n')
  const titles = items.map((item) => field(item, 'title'))
  expect(titles).toEqual([`${'n'.repeat(145)} 1 kg`, `${'n'.repeat(144)} 500 g`])
})

test('a sale with an end says in Indian time from when to when it lasts', () => {
  const was = { oldPricePaise: 12_000, usualPaise: 12_000 }
  const on = { ...DAL, ...was, saleFrom: Date.parse('2026-11-05T00:00:00+05:30') }
  const saleUntil = Date.parse('2026-11-09T21:30:00+05:30')
  expect(field(feedItems(ORIGIN, { ...on, saleUntil }), 'g:sale_price_effective_date')).toBe(
    '2026-11-05T00:00:00+05:30/2026-11-09T21:30:00+05:30',
  )
  expect(feedItems(ORIGIN, on), 'without an end').not.toContain('effective_date')
})

test('packs are items of one group, each with its own price, stock and address', () => {
  const pack = { label: '1 kg', pricePaise: 6200, oldPricePaise: null, stock: 0 }
  const packs = [pack, { ...pack, label: '5 kg', pricePaise: 30_000, stock: 4 }]
  const items = feedItems(ORIGIN, { ...DAL, packs })
    .trim()
    .split('\n')
  expect(items.map((item) => field(item, 'g:id'))).toEqual(['DAL-1-1-kg', 'DAL-1-5-kg'])
  expect(items.map((item) => field(item, 'g:item_group_id'))).toEqual(['DAL-1', 'DAL-1'])
  expect(items.map((item) => field(item, 'g:availability'))).toEqual(['out_of_stock', 'in_stock'])
  expect(items.map((item) => field(item, 'link'))).toEqual([
    'https://shop.example/product/toor-dal?variant=1-kg',
    'https://shop.example/product/toor-dal?variant=5-kg',
  ])
  // It is not known which pack the barcode belongs to.
  expect(items.join()).not.toContain('g:gtin')
  const loose = { ...DAL, brand: '' }
  expect(feedItems(ORIGIN, { ...loose, packs }), 'one of them has it').not.toContain('identifier')
  expect(field(feedItems(ORIGIN, { ...loose, packs: [pack] }), 'g:gtin')).toBe(DAL.gtin)
})

test('limits of the format hold, and without brand and barcode the feed says so', () => {
  const long = feedItems(ORIGIN, {
    ...DAL,
    ...{ brand: '', gtin: '', sku: 'S'.repeat(60), name: `${'n'.repeat(149)}😀`, description: '' },
  })
  expect(field(long, 'g:id')).toHaveLength(50)
  expect(field(long, 'title')).toBe('n'.repeat(149))
  expect(long).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(field(long, 'description')).not.toBe('')
  const printedHere = feedItems(ORIGIN, { ...DAL, brand: '', gtin: '2001234567893' })
  expect(printedHere).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(printedHere).not.toContain('g:gtin')
})

test('no text breaks out of its element (A01)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeXml(text)).not.toMatch(/[<>\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
    }),
  )
})

const read = async (shop: TestDatabase, db = shop.db) => {
  const parts = await new Catalogue(db).feeds.feedParts(ORIGIN)
  return Buffer.concat(await Array.fromAsync(parts)).toString()
}

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ sku: `D-${at}`, name: `Dal ${at}` }))

forEachDatabase((open) => {
  test('after any edits the feed that was kept equals one that is made anew', async () => {
    await using shop = await open()
    let all = rows(1200)
    const edits: ((before: Row[]) => Row[])[] = [
      (before) => before.map((row, at) => (at === 7 ? { ...row, price: '98.50' } : row)),
      (before) =>
        before.map((row, at) => (at === 1100 ? { ...row, price: '60', weight: '1 kg=60' } : row)),
      (before) => before.filter((_, at) => at !== 3),
      (before) => [...before, { sku: 'NEW', name: 'New', category: 'Rice' }],
      (before) => before.map((row) => ({ ...row, description: 'All at once.' })),
      (before) => before,
    ]
    await importRows(shop, all)
    await read(shop)
    for (const edit of edits) {
      all = edit(all)
      await importRows(shop, all, { replace: true })
      const kept = await read(shop)
      const other = openDatabase(shop.url)
      expect(kept).toBe(await read(shop, other))
      await other.destroy()
      expect(kept.match(/<item>/g)).toHaveLength(all.length)
    }
  })

  test('the feed lists what is sold in India, and follows an edit of the countries', async () => {
    await using shop = await open()
    const list = (countries: string) =>
      `sku,name,category,price,countries\nA,Dal,Dal,120,\nB,Rice,Rice,80,${countries}\n`
    const ids = async () => [...(await read(shop)).matchAll(/<g:id>(.*?)</g)].map(([, id]) => id)
    await importText(shop, list('Nepal|India'))
    expect(await ids()).toEqual(['A', 'B'])
    await importText(shop, list('Nepal'))
    expect(await ids()).toEqual(['A'])
  })

  test('a sale that is on says until when in the feed, of products and of packs', async () => {
    await using shop = await open()
    await importText(
      shop,
      'sku,name,category,price,weight,saleprice,saleuntil\n' +
        'A,Dal,Dal,120,,99,2099-01-01 10:00\nB,Rice,Rice,80,1 kg=80|5 kg=390,|350,2099-01-02 00:00\n',
    )
    const feed = (await read(shop)).split('<item>').slice(1)
    const ends = feed.map((item) => field(item, 'g:sale_price_effective_date')?.split('/')[1])
    expect(ends).toEqual(['2099-01-01T10:00:00+05:30', undefined, '2099-01-02T00:00:00+05:30'])
    const { created_at } = await productOf(shop, 'A')
    const start = field(feed[0] ?? '', 'g:sale_price_effective_date')?.split('/')[0]
    expect(start, 'at once: when the product came').toBe(indianMoment(created_at))
  })
})
