import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READY_MAPS } from '#lib/server/import/read/presets/preset-map.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath, importText, picture } from '#tests/support/lists/import-files.ts'

const EXPORTS = {
  shopify: (price: string) =>
    [
      'Handle,Title,Vendor,Type,Tags,Variant Price,Image Src,Status',
      `ghee,Cow ghee,Vanmitra,Dairy,,${price},https://cdn.example/ghee.png,active`,
    ].join('\n'),
  woocommerce: (price: string) =>
    [
      'ID,Type,SKU,Name,Published,Regular price,Categories,Parent,Images',
      `1,simple,ghee,Cow ghee,1,${price},Dairy,,https://x.example/ghee.png`,
    ].join('\n'),
}
type Shop = keyof typeof EXPORTS

const mapOf = (name: Shop) => READY_MAPS.find((map) => map.name === name)

/** Imports an export with these pictures beside it. */
async function bringExport(
  shop: TestDatabase,
  name: Shop,
  price: string,
  pictures: Record<string, Buffer> = {},
) {
  const path = join(folderOf({ 'export.csv': EXPORTS[name](price), ...pictures }), 'export.csv')
  return importPath(shop, path, { map: mapOf(name) })
}

/** What editors give a product that the other shop knows nothing of. */
const OWN = {
  ...{ hsn: '0405', gst: '12', veg: 'veg', origin: 'Gir', shelflife: '9 months', reorder: '8' },
  ...{ countries: 'India', specs: 'Grade=A', rating: '4.5', gtin: '4006381333931' },
  ...{ saleprice: '450', saleuntil: '2199-12-31' },
}

const productOf = async (shop: TestDatabase) => {
  const { changed_at: _, ...row } = await shop.db
    .selectFrom('product')
    .selectAll()
    .executeTakeFirstOrThrow()
  return row
}
const filesOf = async (shop: TestDatabase) => {
  const rows = shop.db.selectFrom('product_image').select(['file', 'picture_id'])
  return (await rows.orderBy('position').execute()).map((row) => ({ ...row }))
}

forEachDatabase((open) => {
  test.each(['shopify', 'woocommerce'] as const)(
    'a later export of %s leaves what editors added to a product, which it has no columns for',
    async (name) => {
      await using shop = await open()
      await bringExport(shop, name, '600', { 'images/ghee.png': await picture('gold') })
      const columns = ['sku', 'price', ...Object.keys(OWN)].join(',')
      const values = ['ghee', '600', ...Object.values(OWN)].join(',')
      const given = await importText(shop, `${columns}\n${values}\n`)
      expect(given).toMatchObject({ changed: 1, errors: [] })
      const [before, pictures] = [await productOf(shop), await filesOf(shop)]
      const report = await bringExport(shop, name, '640')
      expect(report).toMatchObject({ changed: 1, errors: [], warnings: [] })
      // A page strikes the usual price through while the sale runs.
      const usual = { base_paise: 64_000, oldprice_paise: 64_000 }
      expect(await productOf(shop)).toEqual({ ...before, ...usual })
      expect(await filesOf(shop)).toEqual(pictures)
    },
  )

  test('a picture that an editor replaced stays, unless a later export brings one along', async () => {
    await using shop = await open()
    await bringExport(shop, 'shopify', '600', { 'images/ghee.png': await picture('gold') })
    const anew = {
      'list.csv': 'sku,images\nghee,new.png\n',
      'images/new.png': await picture('red'),
    }
    await importPath(shop, join(folderOf(anew), 'list.csv'))
    const report = await bringExport(shop, 'shopify', '640')
    expect(report.warnings).toEqual([expect.stringContaining('left out: ghee.png')])
    expect(await filesOf(shop)).toMatchObject([{ file: 'new.png' }])
    await bringExport(shop, 'shopify', '650', { 'images/ghee.png': await picture('gold') })
    expect(await filesOf(shop)).toMatchObject([{ file: 'ghee.png' }])
  })

  test('a later export that has a column empties what the other shop emptied', async () => {
    await using shop = await open()
    const first = EXPORTS.shopify('600').replace('Dairy,,', 'Dairy,"ghi, desi",')
    const path = join(folderOf({ 'export.csv': first }), 'export.csv')
    await importPath(shop, path, { map: mapOf('shopify') })
    expect(await productOf(shop)).toMatchObject({ aliases: 'ghi|desi' })
    await bringExport(shop, 'shopify', '600')
    expect(await productOf(shop)).toMatchObject({ aliases: '' })
  })
})
