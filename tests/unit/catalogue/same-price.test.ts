import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { decimalPrice } from '#lib/money.ts'
import { variantsOf } from '#lib/catalogue/variant.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { ask, type TestServer } from '#tests/support/http-front.ts'
import { importPath, newFolder } from '#tests/support/lists/import-files.ts'
import { serveRendered } from '#tests/support/rendered-shop.ts'

const DEMO = join(import.meta.dirname, '../../../catalogue')

/** The demo's products without their pictures, which would take a minute to make. */
function demoList(): string {
  const rows = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(readFileSync(join(DEMO, 'products.csv')), { columns: true }))
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'images')
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column] ?? '')))
  return [csvLine(columns), ...lines].join('')
}

const offerSchema = z.object({ sku: z.string(), offers: z.object({ price: z.string() }) })
const productSchema = z.union([z.object({ hasVariant: z.array(offerSchema) }), offerSchema])
const graphSchema = z.object({ '@graph': z.array(z.object({ '@type': z.string() })) })

/** The prices in the page's structured data, by SKU. */
function markupPrices(html: string): Map<string, string> {
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const json: unknown = JSON.parse(text)
  const at = graphSchema.parse(json)['@graph'].findIndex((thing) => /^Product/.test(thing['@type']))
  const graph = z.object({ '@graph': z.array(z.unknown()) }).parse(json)['@graph']
  const product = productSchema.parse(graph[at])
  const offers = 'hasVariant' in product ? product.hasVariant : [product]
  return new Map(offers.map(({ sku, offers }) => [sku, offers.price]))
}

/** The current price by SKU: the sale price if there is one, else the price. */
function feedPrices(xml: string): Map<string, string> {
  const field = (item: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(item)?.[1]
  const items = xml.match(/<item>.*<\/item>/g) ?? []
  return new Map(
    items.map((item) => {
      const price = field(item, 'g:sale_price') ?? field(item, 'g:price') ?? ''
      return [field(item, 'g:id') ?? '', price.replace(' INR', '')]
    }),
  )
}

test('of every product of the demo page, markup, feed and API state one price', async () => {
  await using shop = await openSqlite()
  const site = await publishList(shop, demoList())
  await using at = await serveRendered(shop)
  const feed = feedPrices(site('/feed.xml'))
  const catalogue = new Catalogue(shop.db)
  const rows = await shop.db.selectFrom('product').select('id').execute()
  expect(rows.length).toBeGreaterThan(150)
  let count = 0
  for (const { id } of rows) {
    const product = await catalogue.products.find(id)
    if (!product) throw new Error(`${id} is not on sale`)
    const html = site(`/product/${id}`)
    const markup = markupPrices(html)
    const variants = variantsOf(product)
    expect(markup.size).toBe(variants.length)
    for (const { sku, pricePaise } of variants) {
      expect(markup.get(sku)).toBe(decimalPrice(pricePaise))
      expect(feed.get(sku)).toBe(decimalPrice(pricePaise))
      count++
    }
    expect(html).toContain(`product:price:amount" content="${decimalPrice(product.pricePaise)}"`)
    expect(html).toContain(`Rs: ${shown(product.pricePaise)}`)
    expect(await apiPrice(at.server, id)).toBe(product.pricePaise / 100)
  }
  expect(feed.size).toBe(count)
})

test('the page strikes through what markup and feed call the price of before, or the MRP (E30)', async () => {
  await using shop = await openSqlite()
  const site = await publishList(
    shop,
    'sku,name,category,price,oldprice,weight,saleprice\n' +
      'MRP,Printed,Dal,100,120,,\nSALE,Sale,Dal,100,,,80\nBOTH,Both,Dal,100,120,,80\n' +
      'PACKS,Packs,Dal,,,1 kg=100/120|5 kg=450,80|400\n',
  )
  const feed = site('/feed.xml').match(/<item>.*<\/item>/g) ?? []
  const told = (sku: string) => {
    const item = feed.find((one) => one.includes(`<g:id>${sku}</g:id>`)) ?? ''
    const named = (name: string) => new RegExp(`<g:${name}>([^<]*) INR<`).exec(item)?.[1]
    return {
      price: named('price'),
      sale: named('sale_price'),
      mrp: named('maximum_retail_price'),
    }
  }
  const struckOn = (path: string) => {
    const html = site(path)
    const [, name, page] = /(MRP|Old price) (?:<\/span>)?<del>Rs: ([\d.]+)/.exec(html) ?? []
    const [, markup] = /"price":"([\d.]+)","priceCurrency":"INR","priceType"/.exec(html) ?? []
    return { name, page, markup }
  }
  expect(struckOn('/product/printed')).toEqual({ name: 'MRP', page: '120', markup: undefined })
  expect(told('MRP')).toEqual({ price: '100.00', sale: undefined, mrp: '120.00' })
  expect(struckOn('/product/sale')).toEqual({ name: 'Old price', page: '100', markup: '100.00' })
  expect(told('SALE')).toEqual({ price: '100.00', sale: '80.00', mrp: undefined })
  expect(struckOn('/product/both')).toEqual({ name: 'MRP', page: '120', markup: undefined })
  expect(told('BOTH')).toEqual({ price: '80.00', sale: undefined, mrp: '120.00' })
  // Of the packs only the second has no MRP.
  expect(struckOn('/product/packs')).toEqual({ name: 'MRP', page: '120', markup: '450.00' })
  expect(told('PACKS-5-kg')).toEqual({ price: '450.00', sale: '400.00', mrp: undefined })
})

test('while the first pack is sold out, others are told of the pack whose price the page shows', async () => {
  await using shop = await openSqlite()
  const list = 'sku,name,category,price,weight,stock\nRICE,Rice,Rice,,1 kg=90|5 kg=400,0|7\n'
  const html = (await publishList(shop, list))('/product/rice')
  expect(html).toMatch(/<p[^>]*>Rs: 400</)
  expect(html).toContain('product:price:amount" content="400.00"')
  expect(html).toContain('name="description" content="Rice 5 kg at ₹400.')
  expect(html).toContain('property="og:title" content="Rice 5 kg | Kirana"')
  expect(html, 'as it was before').toContain('<title>Rice 1 kg | Kirana</title>')
})

/** Publishes a list, and gives what stands at an address. */
async function publishList(shop: TestDatabase, list: string): Promise<(path: string) => string> {
  const file = join(newFolder(), 'products.csv')
  writeFileSync(file, list)
  await importPath(shop, file)
  const settings = { ...readSettings({ DATA_DIR: shop.dataDir }), databaseUrl: shop.url }
  await new Publisher(settings, shop.db, { inlineUpTo: Infinity }).publishAll()
  return (path) => readPage(join(shop.dataDir, 'site'), path).toString()
}

const shown = (paise: number) =>
  (paise / 100).toLocaleString('en-IN', {
    minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })

async function apiPrice(server: TestServer, id: string): Promise<number> {
  const { text } = await ask(server, `/api/products/${id}`)
  return z.object({ price: z.number() }).parse(JSON.parse(text)).price
}
