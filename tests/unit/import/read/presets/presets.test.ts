import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READY_MAPS } from '#lib/server/import/read/presets/preset-map.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { folderOf, importPath, picture } from '#tests/support/lists/import-files.ts'

const mapOf = (name: string) => READY_MAPS.find((map) => map.name === name)

const SHOPIFY = [
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant Grams,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Status',
  'forest-honey,Forest Honey,"<p>From the hills.</p><p>Raw.</p>",Vanmitra,Honey,"madhu, raw",true,Size,250 g,250,12,deny,180.00,,,https://cdn.example/files/jar.png?v=12,2,active',
  'forest-honey,,,,,,,,500 g,500,0,deny,340.00,399.00,,https://cdn.example/files/honey.png?v=9,1,',
  'forest-honey,,,,,,,,1 kg,1000,5,continue,640.00,640.00,,https://cdn.example/files/gone.png,3,',
  'jaggery,Jaggery &amp; Nuts,,Vanmitra,,,true,Title,Default Title,400,-2,deny,95.50,95.50,,,,active',
  'mango,Mango pickle,,Vanmitra,Pickles,,false,Title,Default Title,0,1,deny,10,,,,,draft',
  'bad,Free salt,,Vanmitra,Salt,,true,Title,Default Title,0,1,deny,0,,,,,active',
].join('\n')

const WOO = [
  'ID,Type,SKU,Name,Published,Is featured?,Short description,Description,Date sale price ends,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Brands',
  String.raw`10,variable,TEA,Hill Tea,1,1,,One line\nTwo lines,,1,,,,,"Drinks > Tea, Gifts",chai,https://x.example/wp/tea.png,,Pack,"100 g, 250 g",Neelgiri`,
  '11,variation,TEA-1,Hill Tea - 100 g,1,0,,,,1,4,,80,95,,,,TEA,Pack,100 g,',
  '12,variation,TEA-2,Hill Tea - 250 g,1,0,,,2020-01-01,1,,,150,210,,,,id:10,Pack,250 g,',
  '13,variation,TEA-3,Hill Tea - 1 kg,0,0,,,,1,,,,800,,,,TEA,Pack,1 kg,',
  '14,simple,,Rock salt,1,0,Pink salt,,,0,,1,,40,Spices,,,,,,',
  '15,simple,OLD,Old soap,0,0,,,,1,,,,40,Home,,,,,,',
].join('\n')

async function productsOf(shop: TestDatabase) {
  const rows = await shop.db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .selectAll('product')
    .select(['category.name as shelf', 'subcat.name as part'])
    .orderBy('number')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      packs: await shop.db
        .selectFrom('pack')
        .select(['label', 'price_paise', 'oldprice_paise', 'stock'])
        .where('product_id', '=', row.id)
        .orderBy('position')
        .execute(),
      images: await shop.db
        .selectFrom('product_image')
        .select('file')
        .where('product_id', '=', row.id)
        .orderBy('position')
        .execute(),
    })),
  )
}

forEachDatabase((open) => {
  test('a product export of Shopify comes in with packs and pictures, drafts left out', async () => {
    await using shop = await open()
    const files = {
      'shopify.csv': SHOPIFY,
      'images/jar.png': await picture('orange'),
      'images/honey.png': await picture('yellow'),
    }
    const path = join(folderOf(files), 'shopify.csv')
    const report = await importPath(shop, path, { map: mapOf('shopify'), skipInvalid: true })
    expect(report).toMatchObject({ parsed: 3, accepted: 2, rejected: 1, added: 2 })
    expect(report?.errors).toMatchObject([{ line: 7, sku: 'bad', column: 'price' }])
    expect(report?.warnings).toEqual([
      expect.stringContaining('1 product is unpublished in the other shop'),
      expect.stringContaining('gone.png'),
    ])
    const [honey, jaggery] = await productsOf(shop)
    expect(honey).toMatchObject({
      ...{ sku: 'forest-honey', name: 'Forest Honey', brand: 'Vanmitra', shelf: 'Honey' },
      ...{ description: 'From the hills.\nRaw.', aliases: 'madhu|raw', unit: '250 g' },
      ...{ price_paise: 18_000, pack_kind: 'size' },
      packs: [
        { label: '250 g', price_paise: 18_000, oldprice_paise: null, stock: 12 },
        { label: '500 g', price_paise: 34_000, oldprice_paise: 39_900, stock: 0 },
        { label: '1 kg', price_paise: 64_000, oldprice_paise: null, stock: null },
      ],
      images: [{ file: 'honey.png' }, { file: 'jar.png' }],
    })
    expect(jaggery).toMatchObject({
      ...{ name: 'Jaggery & Nuts', price_paise: 9550, oldprice_paise: null, stock: 0 },
      ...{ unit: '400 g', packs: [], shelf: 'Other' },
    })
    const again = await importPath(shop, path, { map: mapOf('shopify'), skipInvalid: true })
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  test('skus that take minutes to look through hold no export of WooCommerce up', async () => {
    await using shop = await open()
    const [header = ''] = WOO.split('\n')
    const rows = Array.from({ length: 400 }, (_, at) => {
      const sku = `x${'-'.repeat(20_000)}${at}`
      return `${at},simple,${sku},Salt ${at},1,0,,,,1,,,,40,Spices,,,,,,`
    })
    const path = join(folderOf({ 'woo.csv': [header, ...rows].join('\n') }), 'woo.csv')
    const report = await importPath(shop, path, { map: mapOf('woocommerce') })
    expect(report).toMatchObject({ rejected: 0, added: 400 })
  })

  test('a product export of WooCommerce finds parents by sku and by number', async () => {
    await using shop = await open()
    const woo = WOO.replaceAll('tea.png', 'the%CC%81.png')
    expect(woo).not.toBe(WOO)
    const files = { 'woo.csv': woo, 'images/the\u0301.png': await picture('brown') }
    const report = await importPath(shop, join(folderOf(files), 'woo.csv'), {
      map: mapOf('woocommerce'),
    })
    expect(report).toMatchObject({ parsed: 2, rejected: 0, added: 2 })
    const [tea, salt] = await productsOf(shop)
    expect(tea).toMatchObject({
      ...{ sku: 'TEA', name: 'Hill Tea', brand: 'Neelgiri', shelf: 'Drinks', part: 'Tea' },
      ...{ description: 'One line\nTwo lines', aliases: 'chai', pack_kind: 'weight' },
      packs: [
        { label: '100 g', price_paise: 8000, oldprice_paise: 9500, stock: 4 },
        // A sale that is over does not count any more.
        { label: '250 g', price_paise: 21_000, oldprice_paise: null, stock: null },
      ],
      images: [{ file: 'th\u00e9.png' }],
    })
    expect(salt).toMatchObject({ name: 'Rock salt', unit: '1 kg', stock: 0, sku: 'wc-14' })
  })

  test('a sale of WooCommerce with dates begins and ends with them, and another is sold at its usual price', async () => {
    await using shop = await open()
    const rows = [
      'ID,Type,SKU,Name,Published,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Regular price,Sale price,Date sale price starts,Date sale price ends',
      '1,simple,OIL,Oil,1,Oils,,,,210,150,2199-12-20 00:00:00,2199-12-31 23:59:59',
      '2,variable,TEA,Tea,1,Drinks,,,,,,,',
      '3,variation,TEA-1,Tea,1,,TEA,Pack,100 g,95,80,,2199-11-30',
      '4,variation,TEA-2,Tea,1,,TEA,Pack,250 g,210,150,,2199-12-05',
    ]
    const path = join(folderOf({ 'woo.csv': rows.join('\n') }), 'woo.csv')
    expect(await importPath(shop, path, { map: mapOf('woocommerce') })).toMatchObject({ added: 2 })
    const [oil, tea] = await shop.db
      .selectFrom('product')
      .select(['price_paise', 'oldprice_paise', 'sale_paise', 'sale_from', 'sale_until'])
      .orderBy('sku')
      .execute()
    expect(oil).toEqual({
      ...{ price_paise: 21_000, oldprice_paise: null, sale_paise: 15_000 },
      ...{ sale_from: Date.parse('2199-12-20T00:00+05:30') },
      ...{ sale_until: Date.parse('2200-01-01T00:00+05:30') },
    })
    expect(tea).toMatchObject({ sale_until: Date.parse('2199-12-01T00:00+05:30') })
    const packs = shop.db.selectFrom('pack').select(['price_paise', 'base_paise', 'sale_paise'])
    expect(await packs.orderBy('position').execute()).toEqual([
      { price_paise: 8000, base_paise: 9500, sale_paise: 8000 },
      { price_paise: 21_000, base_paise: null, sale_paise: null },
    ])
  })
})

test('a file that is no such export is refused with the column that it lacks', async () => {
  await using shop = await openSqlite()
  const path = join(folderOf({ 'list.csv': 'sku,name\nA,B\n' }), 'list.csv')
  const report = await importPath(shop, path, { map: mapOf('shopify') })
  expect(report).toMatchObject({ isRefused: true, parsed: 0 })
  expect(report?.errors[0]?.reason).toContain('not a product export from shopify')
})
