import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText, lastNames, rowsOf } from '#tests/support/import-files.ts'
import { ATTA, DAL, RICE, file, productOf, versionOf } from '#tests/support/small-lists.ts'

/** What an import may change in the catalogue. */
const stateOf = async (shop: TestDatabase) => [
  await rowsOf(shop, 'product'),
  await rowsOf(shop, 'category'),
  await versionOf(shop),
]

forEachDatabase((open) => {
  test('--replace withdraws what the file lacks, and a later import brings it back as it was', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE))
    const report = await importText(shop, file(RICE), { replace: true })
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: 1, withdrawn: 1 })
    expect((await productOf(shop, 'DAL-1')).withdrawn_at).toBeGreaterThan(0)
    expect(await lastNames(shop)).toEqual(
      [
        'card:toor-dal',
        'categories',
        'chunk:0',
        'chunks',
        'list:dal',
        'home:featured',
        'home:newest',
        'list:pulses',
        'offers',
        'place:pulses',
        'product:toor-dal',
      ].sort(),
    )
    expect(await importText(shop, file(RICE), { replace: true })).toMatchObject({
      withdrawn: 0,
      import: null,
    })
    expect(await importText(shop, file(DAL, RICE))).toMatchObject({ added: 1, unchanged: 1 })
    expect(await productOf(shop, 'DAL-1')).toMatchObject({
      id: 'toor-dal',
      number: 1,
      withdrawn_at: null,
    })
  })

  test('--replace does not withdraw a product whose row is refused', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE))
    const bad = DAL.replace(',120,', ',free,')
    const report = await importText(shop, file(bad, RICE), { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ withdrawn: 0, rejected: 1 })
  })

  test('categories without products leave the nav', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE))
    await importText(shop, file(DAL), { replace: true })
    const shown = (await rowsOf(shop, 'category')).filter(
      (row) => 'position' in row && row.position >= 0,
    )
    expect(shown.map((row) => 'id' in row && row.id).sort()).toEqual(['dal', 'pulses'])
  })

  test('--dry-run says what would change and changes nothing', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE))
    const before = await stateOf(shop)
    const findPages = async () => [
      { path: '/product/toor-dal', change: 'changed' as const },
      { path: '/product/chakki-atta', change: 'changed' as const },
      { path: '/', change: 'changed' as const },
    ]
    const changed = file(DAL.replace(',120,', ',110,'), ATTA)
    const report = await importText(shop, changed, { dryRun: true, replace: true, findPages })
    expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 0, withdrawn: 1, import: null })
    expect(report.pages).toEqual([
      { path: '/product/toor-dal', change: 'changed' },
      { path: '/product/chakki-atta', change: 'added' },
      { path: '/', change: 'changed' },
    ])
    expect(await stateOf(shop)).toEqual(before)
    expect(await shop.db.selectFrom('import_row').selectAll().execute()).toEqual([])
  })
})
