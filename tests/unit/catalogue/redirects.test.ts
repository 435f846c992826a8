import { expect, test } from 'vitest'
import { loadBrands } from '#lib/server/catalogue/brands.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { findBrandRedirect, findRedirect } from '#lib/server/catalogue/redirects.ts'
import { openLog } from '#lib/server/http/log.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'

const row = (sku: string, category: string, subcategory: string) => ({
  ...{ sku, name: `Dal ${sku}` },
  ...{ category, subcategory },
})

forEachDatabase((open) => {
  test('a category whose products all went to one new name leads there, over several names', async () => {
    await using shop = await open()
    await importRows(shop, [row('A', 'Pulses', 'Dal'), row('B', 'Pulses', 'Dal')])
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBeUndefined()
    await importRows(shop, [row('A', 'Lentils', 'Daal'), row('B', 'Lentils', 'Daal')])
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBe('/category/lentils')
    expect(await findRedirect(shop.db, 'subcat', 'dal')).toBe('/subcat/daal')
    expect(await findRedirect(shop.db, 'subcat', 'pulses')).toBeUndefined()
    expect(await findRedirect(shop.db, 'category', 'lentils')).toBeUndefined()
    expect(await findRedirect(shop.db, 'category', 'never')).toBeUndefined()
    await importRows(shop, [row('A', 'Legumes', ''), row('B', 'Legumes', '')])
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBe('/category/legumes')
    // Its products have no sub-category any more, but all are in the same category.
    expect(await findRedirect(shop.db, 'subcat', 'dal')).toBe('/category/legumes')
    // The old name is in use again, so it does not redirect.
    await importRows(shop, [row('C', 'Pulses', '')])
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBeUndefined()
  })

  test('a category whose products went to two places, or left the shop, leads nowhere', async () => {
    await using shop = await open()
    await importRows(shop, [row('A', 'Pulses', ''), row('B', 'Pulses', ''), row('C', 'Rice', '')])
    await importRows(shop, [row('A', 'Lentils', ''), row('B', 'Beans', '')])
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBeUndefined()
    await importRows(shop, [row('A', 'Lentils', ''), row('B', 'Beans', '')], { replace: true })
    expect(await findRedirect(shop.db, 'category', 'rice')).toBeUndefined()
  })

  test('two categories that moved to each other lead nowhere', async () => {
    await using shop = await open()
    await importRows(shop, [row('A', 'Pulses', ''), row('B', 'Rice', '')])
    for (const [id, to] of [
      ['pulses', 'rice'],
      ['rice', 'pulses'],
    ] as const) {
      const moved = { position: HIDDEN, moved_to: to }
      await shop.db.updateTable('category').set(moved).where('id', '=', id).execute()
    }
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBeUndefined()
  })

  test('an undo of a new name brings the old address back, and the new one leads there', async () => {
    await using shop = await open()
    await importRows(shop, [row('A', 'Pulses', '')])
    await importRows(shop, [row('A', 'Lentils', '')])
    await undoImport(shop.db)
    expect(await findRedirect(shop.db, 'category', 'pulses')).toBeUndefined()
    expect(await findRedirect(shop.db, 'category', 'lentils')).toBe('/category/pulses')
  })
})

forEachDatabase((open) => {
  test('a brand whose products all got one new name leads there, one that is emptied nowhere', async () => {
    await using shop = await open()
    const by = (sku: string, brand: string) => ({ ...row(sku, 'Pulses', ''), brand })
    const leadsTo = async (id: string) => {
      const brands = await loadBrands(shop.db)
      return findBrandRedirect(shop.db, id, async (other) => brands.has(other))
    }
    await importRows(shop, [by('A', 'Amrai'), by('B', 'Amrai'), by('C', 'Tulsi')])
    await importRows(shop, [by('A', 'Amrai & Sons')])
    expect(await leadsTo('amrai'), 'one of two').toBeUndefined()
    await importRows(shop, [by('B', 'Amrai & Sons')])
    expect(await leadsTo('amrai')).toBe('/brand/amrai-sons')
    await importRows(shop, [by('A', 'Aangan'), by('B', 'Aangan')])
    expect(await leadsTo('amrai')).toBe('/brand/aangan')
    await undoImport(shop.db)
    expect(await leadsTo('amrai')).toBe('/brand/amrai-sons')
    expect(await leadsTo('aangan')).toBe('/brand/amrai-sons')
    await importRows(shop, [by('C', '')])
    expect(await leadsTo('tulsi')).toBeUndefined()
    await importRows(shop, [by('A', 'Aangan'), by('B', 'Tulsi')])
    expect(await leadsTo('amrai-sons'), 'to two').toBeUndefined()
  })
})

test('the front answers old addresses by 301, and a withdrawn product by 410 everywhere (E08)', async () => {
  await using shop = await openSqlite()
  const settings = readSettings({ DATA_DIR: shop.dataDir, PORT: '4392', LOG_LEVEL: 'silent' })
  const by = (brand: string, fields: ReturnType<typeof row>) => ({ ...fields, brand })
  await importRows(shop, [by('Amrai', row('A', 'Pulses', 'Dal')), row('B', 'Pulses', 'Dal')])
  const { close } = await openShop(settings, { log: openLog('silent') })
  await using end = new AsyncDisposableStack()
  end.defer(close)
  const ask = (path: string) => fetch(`http://localhost:4392${path}`, { redirect: 'manual' })
  expect((await ask('/category/pulses')).status).toBe(200)
  await importRows(shop, [by('Amrai Sons', row('A', 'Lentils', 'Daal'))], { replace: true })
  const status = async (path: string) => (await ask(path)).status
  await expect.poll(() => status('/category/pulses')).toBe(301)
  expect((await ask('/category/pulses')).headers.get('location')).toBe('/category/lentils')
  expect((await ask('/category/pulses/page/2')).headers.get('location')).toBe('/category/lentils')
  expect((await ask('/subcat/dal')).headers.get('location')).toBe('/subcat/daal')
  expect(await status('/category/lentils')).toBe(200)
  expect((await ask('/brand/amrai/page/2')).headers.get('location')).toBe('/brand/amrai-sons')
  for (const path of ['/product/dal-b', '/quick/dal-b', '/api/products/dal-b']) {
    expect([path, await status(path)]).toEqual([path, 410])
  }
  expect(await status('/product/never')).toBe(404)
})
