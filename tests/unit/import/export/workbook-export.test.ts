import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { openList } from '#lib/server/import/read/list/open-list.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, newFolder, picture } from '#tests/support/lists/import-files.ts'

const LIST = `sku,name,category,price,stock,gtin,description,weight
0042,Dal & <rice>,Pulses,120.50,7,0012345678905,"One
two ₹ अटा _x0041_ a_b",
ATTA,=Atta,Flour,,40|12,,,1 kg=62/70|5 kg=280
SEV,''-hello,Snacks,30,,,,
`

test('a workbook keeps zeros in front, numbers as numbers, and changes nothing when it comes back (E03)', async () => {
  await using shop = await openSqlite()
  await importPath(shop, join(folderOf({ 'list.csv': LIST }), 'list.csv'))
  const file = join(newFolder(), 'products.xlsx')
  expect(await exportCatalogue(shop.db, file, shop)).toBe(3)
  const bytes = readFileSync(file)
  const { rows } = await openList(async function* () {
    yield bytes
  })
  const found: string[][] = []
  for await (const { fields } of rows) {
    found.push(fields.map((field) => Buffer.from(field, 'latin1').toString()))
  }
  const [columns = [], dal = []] = found
  expect(dal.slice(0, 2)).toEqual(['0042', 'Dal & <rice>'])
  expect(dal[columns.indexOf('gtin')]).toBe('0012345678905')
  expect(dal[columns.indexOf('price')]).toBe('120.5')
  expect(await importPath(shop, file)).toMatchObject({ unchanged: 3, import: null, errors: [] })
})

test.each(['products.xlsx', 'products.csv'])(
  '%s names two pictures that share a name, and each stays with its product when it comes back (E03)',
  async (name) => {
    await using shop = await openSqlite()
    for (const [sku, colour] of [
      ['DAL', '#cc0000'],
      ['RICE', '#00cc00'],
    ] as const) {
      const list = `sku,name,category,price,images\n${sku},Good ${sku},Food,98,front.png\n`
      const files = { 'list.csv': list, 'images/front.png': await picture(colour) }
      await importPath(shop, join(folderOf(files), 'list.csv'))
    }
    const pictures = () =>
      shop.db.selectFrom('product_image').selectAll().orderBy('product_id').execute()
    const before = await pictures()
    expect(new Set(before.map(({ picture_id }) => picture_id)).size).toBe(2)
    const file = join(newFolder(), name)
    await exportCatalogue(shop.db, file, shop)
    const same = { unchanged: 2, import: null, errors: [] }
    expect(await importPath(shop, file)).toMatchObject(same)
    expect(await importPath(shop, file, { merge: { base: 0, askedAt: 0 } })).toMatchObject(same)
    expect(await pictures()).toEqual(before)
  },
)
