import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBannerForms } from '#lib/server/desk/content/banners.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { newFolder, picture } from '#tests/support/lists/import-files.ts'
import {
  bring,
  openDesk,
  publishList,
  reportOf,
  send,
  type TestDesk,
} from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = 'sku,name,category,price,images\nDAL,Toor dal,Pulses,120,1.png\n'
const SECOND = 'sku,name,category,price,images\nRICE,Basmati,Rice,300,1.png\n'

/** Two products with different pictures of one name, and two banners. */
async function openWithPictures(open: Parameters<typeof openDesk>[0]) {
  const at = await openDesk(open)
  const bringZip = async (files: Record<string, string | Buffer>, user = at.editor) => {
    const zip = zipOf(Object.entries(files).map(([name, body]) => ({ name, body })))
    await publishList(at, await bring(at, zip, { name: 'shop.zip', user }), {}, user)
  }
  await bringZip({
    'products.csv': LIST,
    'banners.csv': 'image,title\na.png,Diwali\nb.png,Holi\n',
    'images/1.png': await picture('gold'),
    'images/a.png': await picture('red', 60, 20),
    'images/b.png': await picture('blue', 60, 20),
  })
  await bringZip({ 'products.csv': SECOND, 'images/1.png': await picture('white') })
  return { ...at, bringZip }
}

/** The list that an export gives now, with other prices. */
async function exportOf({ db, dataDir }: TestDesk): Promise<string> {
  const file = join(newFolder(), 'products.csv')
  await exportCatalogue(db, file, { dataDir })
  return readFileSync(file, 'utf8').replace(',120.00,', ',130.00,').replace(',300.00,', ',310.00,')
}

const shown = ({ db }: TestDesk) =>
  db
    .selectFrom('product')
    .innerJoin('product_image', 'product_image.product_id', 'product.id')
    .select(['sku', 'price_paise', 'file'])
    .orderBy('sku')
    .execute()

forEachDatabase((open) => {
  test('an older export changes a price, and leaves the picture that a colleague replaced (E11)', async () => {
    await using at = await openWithPictures(open)
    const list = await exportOf(at)
    expect(list).toMatch(/1-\w+\.png/)
    const colleague = await at.editorOf()
    const anew = {
      'products.csv': 'sku,images\nDAL,dal.png\nRICE,rice.png\n',
      'images/dal.png': await picture('orange'),
      'images/rice.png': await picture('silver'),
    }
    await at.bringZip(anew, colleague)
    const id = await bring(at, list)
    expect(await reportOf(at, id)).toMatchObject({ faults: [], conflicts: [], rejected: 0 })
    await publishList(at, id)
    expect(await shown(at)).toEqual([
      { sku: 'DAL', price_paise: 13_000, file: 'dal.png' },
      { sku: 'RICE', price_paise: 31_000, file: 'rice.png' },
    ])
  })

  test('a form of banners can be saved after a colleague replaced a picture of theirs (E11)', async () => {
    await using at = await openWithPictures(open)
    const colleague = await at.editorOf()
    const rows = await readBannerForms(at.db)
    const form = Object.fromEntries(
      rows.flatMap(({ image, title }, n) => [
        [`${n}.image`, image],
        [`${n}.title`, title],
      ]),
    )
    const csv = { 'banners.csv': 'image,title\na.png,Diwali\nnew.png,Holi\n' }
    await at.bringZip({ ...csv, 'images/new.png': await picture('pink', 60, 20) }, colleague)
    const mine = await send(at, 'banners', { ...form, base: '2', '1.title': 'Rang' })
    expect(await reportOf(at, mine)).toMatchObject({ faults: [], conflicts: [] })
    await publishList(at, mine)
    expect(await readBannerForms(at.db)).toMatchObject([
      { image: 'a.png', title: 'Diwali' },
      { image: 'new.png', title: 'Rang' },
    ])
  })

  test('a picture that the shop never had is still named as missing', async () => {
    await using at = await openWithPictures(open)
    const id = await bring(at, 'sku,images\nDAL,never.png\n')
    const [fault] = (await reportOf(at, id)).faults
    expect(fault?.reason).toContain('never.png')
  })
})
