import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { processName } from '#lib/server/process-name.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText, rowsOf } from '#tests/support/lists/import-files.ts'
import { DAL, RICE, file, versionOf } from '#tests/support/lists/small-lists.ts'

/** What an import may change in the catalogue. */
const stateOf = async (shop: TestDatabase) => [
  await rowsOf(shop, 'product'),
  await rowsOf(shop, 'category'),
  await versionOf(shop),
]

forEachDatabase((open) => {
  test('a fault in the middle of the transaction leaves nothing behind', async () => {
    await using shop = await open()
    await importText(shop, file(DAL))
    const before = await stateOf(shop)
    const findPages = () => Promise.reject(new Error('cut off'))
    await expect(
      importText(shop, file(DAL.replace('120', '99'), RICE), { findPages }),
    ).rejects.toThrow('cut off')
    expect(await stateOf(shop)).toEqual(before)
    expect(await shop.db.selectFrom('import_row').selectAll().execute()).toEqual([])
  })

  test('rows that a killed import left behind are removed by the next one, and of a living one none (F45)', async () => {
    await using shop = await open()
    const dead = { position: 0, sku: 'X', data: '{}' }
    const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
    const [here = '', pid, start] = processName().split(' ')
    const living = [
      ...[`elsewhere 1 ${hoursAgo(0)} x`, `elsewhere 1 ${hoursAgo(47)} y`],
      // Another container has other processes, whatever the machine is called.
      ...[`${hostname()}/pid:[1] 999999999 5 ${hoursAgo(1)} v`, `${hostname()} 9 ${hoursAgo(1)} u`],
      // However far a clock was set forward.
      `${processName()} ${hoursAgo(900)} w`,
    ]
    const keys = [
      ...living,
      `${here} 999999999 ${start} ${hoursAgo(0)} z`,
      `${here} ${pid} 1 ${hoursAgo(0)} number-given-anew`,
      ...[`elsewhere 1 5 ${hoursAgo(49)} z`, `elsewhere 1 ${hoursAgo(49)} z`],
    ]
    await shop.db
      .insertInto('import_row')
      .values(keys.map((import_key) => ({ import_key, ...dead })))
      .execute()
    await importText(shop, file(DAL))
    const left = await shop.db.selectFrom('import_row').select('import_key').execute()
    expect(left.map((row) => row.import_key).sort()).toEqual(living.sort())
  })

  test('two imports at once are made true one after the other', async () => {
    await using shop = await open()
    const rows = (letter: string) =>
      Array.from({ length: 30 }, (_, i) => `${letter}-${i},Salt,Spices,,10,,,,,`)
    await Promise.all([importText(shop, file(...rows('A'))), importText(shop, file(...rows('B')))])
    const products = await shop.db.selectFrom('product').select(['id', 'number']).execute()
    expect(new Set(products.map((row) => row.id)).size).toBe(60)
    expect(products.map((row) => row.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 1),
    )
    expect(await versionOf(shop)).toBe(2)
  })
})
