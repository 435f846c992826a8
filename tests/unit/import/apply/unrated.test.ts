import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCatalogue, importCatalogue } from '#lib/server/import/apply/import.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, newFolder } from '#tests/support/lists/import-files.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const HEADER = 'sku,name,category,price,gst'
const LIST = `${HEADER}\nDAL,Dal,Pulses,120,5\nGHEE,Ghee,Dairy,600,\nRICE,Rice,Grains,90,\nSALT,Salt,Spices,20,0\n`
const SAID = '2 products have no GST rate and are sold without tax: GHEE, RICE.'

const fileOf = (text: string) => {
  const path = join(newFolder(), 'list.csv')
  writeFileSync(path, text)
  return path
}

const sellAs = ({ db }: Pick<TestDatabase, 'db'>, fields: object) =>
  db
    .insertInto('shop')
    .values({ id: 1, json: JSON.stringify({ name: 'Sharma Stores', ...fields }) })
    .execute()

const GSTIN = '27AAPFU0939F1ZV'

forEachDatabase((open) => {
  const bring = async ({ db, dataDir }: TestDatabase, text: string) => {
    const path = fileOf(text)
    const checked = (await checkCatalogue(path, db, undefined))?.warnings.join('\n')
    const done = await importCatalogue(db, path, { dataDir })
    const warnings = done?.warnings.join('\n')
    const same = (said = '') => (said.includes('no GST rate') ? said : '')
    return [same(checked), same(warnings)]
  }

  test('products without a GST rate are told of once, by check and import, in a shop with a GSTIN (P23)', async () => {
    await using shop = await open()
    await sellAs(shop, { gstin: GSTIN })
    for (const said of await bring(shop, LIST)) expect(said).toContain(SAID)
    expect(await bring(shop, 'sku,price\nGHEE,650\n'), 'a new price').toEqual(['', ''])
    const lost = await bring(shop, 'sku,gst\nDAL,\nGHEE,12\n')
    for (const said of lost) expect(said).toContain('1 product has no GST rate')
  })

  test('nothing is said of it in a shop without a GSTIN, until it has one, or under composition (P23)', async () => {
    await using shop = await open()
    await sellAs(shop, {})
    expect(await bring(shop, LIST)).toEqual(['', ''])
    const says = async (fields: object) => {
      const words = JSON.stringify({ name: 'Sharma Stores', ...fields })
      const folder = folderOf({ 'products.csv': LIST, 'shop.json': words })
      const done = await importCatalogue(shop.db, folder, { dataDir: shop.dataDir })
      return done?.warnings.join('\n') ?? ''
    }
    expect(await says({ gstin: GSTIN, composition: true })).not.toContain('GST rate')
    expect(await says({ gstin: GSTIN })).toContain(SAID)
  })
})

test('status says how many products a shop with a GSTIN sells without a rate (P23)', async () => {
  await using shop = await openDeskPages()
  const says = async (fields: object) => {
    const json = JSON.stringify({ name: 'Sharma Stores', gstin: GSTIN, ...fields })
    await shop.db.updateTable('shop').set({ json }).execute()
    return (await shopOver(shop, 'status')).out
  }
  await shop.db.updateTable('product').set({ gst_percent: null }).execute()
  expect(await says({})).toMatch(
    /Needs attention: \d+ products have no GST rate .* Fill in the GST rate/,
  )
  expect(await says({ composition: true })).not.toContain('GST rate')
  await shop.db.updateTable('product').set({ gst_percent: 0 }).execute()
  expect(await says({})).not.toContain('GST rate')
})
