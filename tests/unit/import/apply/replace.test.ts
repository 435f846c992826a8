import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { bringList, importText, lastNames, rowsOf } from '#tests/support/lists/import-files.ts'
import { ATTA, DAL, RICE, file, productOf, versionOf } from '#tests/support/lists/small-lists.ts'

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

  test.each([
    ['a quote left open', file(DAL.replace(',Toor', ',"Toor'), RICE, ATTA), [2]],
    [
      'a quote that ends in a later row',
      file(DAL.replace(',Toor', ',"Toor'), RICE, ATTA.replace('Chakki', '"Chakki"')),
      [2, 4],
    ],
    ['no SKU', file(DAL.replace('DAL-1', ''), RICE, ATTA), [2]],
    ['a SKU that is none', file(DAL, RICE, ATTA.replace('ATTA-1', 'ATTA 1')), [4]],
    [
      'a comma too many before its SKU',
      'name,sku,price\nToor dal,DAL-1,120\nRice, basmati,RICE-1,99\n',
      [3],
    ],
  ])(
    '--replace withdraws nothing where a refused row has %s, and says so',
    async (_, list, lines) => {
      await using shop = await open()
      await importText(shop, file(DAL, RICE, ATTA))
      for (const bring of [importText, bringList]) {
        const report = await bring(shop, list, { replace: true, skipInvalid: true })
        expect(report.errors.map(({ line }) => line)).toEqual(lines)
        expect(report).toMatchObject({ withdrawn: 0 })
        expect(report.warnings.join()).toContain(`No product is withdrawn`)
        expect(report.warnings.join()).toContain(`(line ${lines[0]}`)
      }
    },
  )

  test('a row that is too short, but begins with its SKU, keeps no other product from being withdrawn', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE, ATTA))
    const short = file(DAL.replace(',yes', ''), RICE)
    const report = await importText(shop, short, { replace: true, skipInvalid: true })
    expect(report).toMatchObject({ withdrawn: 1, rejected: 1, warnings: [] })
    expect((await productOf(shop, 'ATTA-1')).withdrawn_at).toBeGreaterThan(0)
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
