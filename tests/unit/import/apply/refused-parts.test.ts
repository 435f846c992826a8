import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDeliveryLines } from '#lib/server/catalogue/delivery-lines.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importPath, rowsOf } from '#tests/support/lists/import-files.ts'
import { products, smallFolder } from '#tests/support/lists/small-folder.ts'

const partsOf = async (shop: TestDatabase) => ({
  banners: await rowsOf(shop, 'banner'),
  categories: await rowsOf(shop, 'category'),
  pins: await loadDeliveryLines(shop.db),
  synonyms: await loadSynonyms(shop.db),
})

const HEADINGS = {
  'categories.csv': 'group\nTea\n',
  'banners.csv': 'picture\nwide.png\n',
  'delivery.csv': 'pincode,when\n12,soon\n',
  'synonyms.csv': 'name\nrava|suji\n',
}
const ROWS = {
  'categories.csv': 'category,image,order\nPulses,,first\nRice,,1\n',
  'banners.csv': 'image,link\nwide.png,https://elsewhere.example/\ndal.png,\n',
  'delivery.csv': 'pin\n12\nPune\n',
  'synonyms.csv': 'names\nrava|suji\nbesan\n',
}
const PICTURES = {
  'categories.csv': 'category,image\nRice,gone.png\nPulses,dal.png\n',
  'banners.csv': 'image\ngone.png\ndal.png\n',
}

forEachDatabase((open) => {
  test.each([
    ['heading', HEADINGS],
    ['row', ROWS],
    ['picture', PICTURES],
  ])(
    'a file beside the products with a wrong %s takes nothing from the shop when only good rows are published (E02)',
    async (_, files) => {
      await using shop = await open()
      const folder = await smallFolder()
      await importPath(shop, folder)
      const before = await partsOf(shop)
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      const list = products('A,Toor dal,Pulses,Dal,99,dal.png', 'B,Rice,Rice,,90,images/rice.png')
      writeFileSync(join(folder, 'products.csv'), list)
      const report = await importPath(shop, folder, { skipInvalid: true, replace: true })
      expect(report).toMatchObject({ isRefused: false, changed: 2 })
      expect(await partsOf(shop)).toEqual(before)
      const kept = report.warnings.find((text) => text.includes('the shop keeps what it has'))
      for (const name of Object.keys(files)) expect(kept).toContain(name)
    },
  )

  test('a shop that has none of a file’s things gets its good rows', async () => {
    await using shop = await open()
    const folder = await smallFolder()
    for (const [name, text] of Object.entries(ROWS)) writeFileSync(join(folder, name), text)
    rmSync(join(folder, 'categories.csv'))
    const report = await importPath(shop, folder, { skipInvalid: true })
    expect(report.warnings.join()).not.toContain('keeps what it has')
    const { banners, pins, synonyms } = await partsOf(shop)
    expect(banners).toMatchObject([{ image: 'dal.png' }])
    expect({ pins, synonyms }).toEqual({ pins: ['12'], synonyms: ['rava|suji'] })
  })
})
