import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDeliveryLines } from '#lib/server/catalogue/delivery-lines.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import type { ImportOptions } from '#lib/server/import/apply/import.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { findPlace } from '#lib/server/orders/place.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath, newFolder } from '#tests/support/lists/import-files.ts'

const deliver = (shop: TestDatabase, text: string, options: Partial<ImportOptions> = {}) =>
  importPath(shop, folderOf({ 'delivery.csv': text }), options)

const whenTo = async ({ db }: TestDatabase, pin: string) => {
  const place = await findPlace(db, pin)
  return place && [place.delivered, place.when]
}

async function exportedList(shop: TestDatabase): Promise<string> {
  const folder = join(newFolder(), 'copy')
  await exportCatalogue(shop.db, folder, shop)
  return readFileSync(join(folder, 'delivery.csv'), 'utf8')
}

forEachDatabase((open) => {
  test('of the words for when it comes, those of the longest beginning of a PIN code count (G34)', async () => {
    await using shop = await open()
    const rows = '4,in 2 to 5 days\n411,"today, 5–9 pm."\n411045,\n5,\n'
    expect(await deliver(shop, `pin,when\n${rows}`)).toMatchObject({ errors: [] })
    expect(await whenTo(shop, '400001')).toEqual([true, 'in 2 to 5 days'])
    expect(await whenTo(shop, '411001')).toEqual([true, 'today, 5–9 pm'])
    expect(await whenTo(shop, '411045'), 'a row of its own without words').toEqual([true, ''])
    expect(await whenTo(shop, '560001')).toEqual([true, ''])
    expect(await whenTo(shop, '110001')).toEqual([false, ''])
  })

  test('words for when it comes come back from an export as they were, and without any the file has one column', async () => {
    await using shop = await open()
    await deliver(shop, 'pin,when\n411,"today, 5–9 pm"\n412,\n')
    const text = await exportedList(shop)
    expect(text).toBe('pin,when\r\n411,"today, 5–9 pm"\r\n412,\r\n')
    expect(await deliver(shop, text)).toMatchObject({ errors: [], import: null })
    await deliver(shop, 'pin\n411\n412\n')
    expect(await exportedList(shop)).toBe('pin\r\n411\r\n412\r\n')
  })

  test('a PIN code with two promises, or a promise of a whole page, is named with its line', async () => {
    await using shop = await open()
    const twice = await deliver(shop, 'pin,when\n411,today\n411,tomorrow\n412,now\n412,now\n')
    expect(twice.errors).toMatchObject([
      { line: 3, reason: 'delivery.csv: 411 is already on line 2, with other words.' },
    ])
    const long = await deliver(shop, `pin,when\n411,${'today or '.repeat(7)}tomorrow\n`)
    expect(long.errors).toMatchObject([{ line: 2, column: 'when' }])
  })

  test('an import of other words for when it comes is taken back', async () => {
    await using shop = await open()
    await deliver(shop, 'pin,when\n411,today\n412,\n')
    await deliver(shop, 'pin,when\n411,tomorrow\n412,\n')
    expect(await loadDeliveryLines(shop.db)).toEqual(['411=tomorrow', '412'])
    expect(await undoImport(shop.db, { number: undefined })).not.toHaveProperty('isRefused')
    expect(await loadDeliveryLines(shop.db)).toEqual(['411=today', '412'])
  })

  test('words of two editors are merged PIN code by PIN code, and two for the same are asked about', async () => {
    await using shop = await open()
    await deliver(shop, 'pin,when\n411,today\n412,today\n413,\n', { editor: 'ravi' })
    const base = await lastImport(shop.db)
    await deliver(shop, 'pin,when\n411,tomorrow\n412,today\n413,soon\n', { editor: 'asha' })
    const mine = 'pin,when\n411,today\n412,by noon\n413,in 3 days\n'
    const kept = await deliver(shop, mine, { editor: 'ravi', merge: { base, askedAt: base } })
    expect(kept.errors).toEqual([])
    // Until the question is answered, what is there stays.
    expect(await loadDeliveryLines(shop.db)).toEqual(['411=tomorrow', '412=by noon', '413=soon'])
  })
})
