import { expect, test } from 'vitest'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath, importText } from '#tests/support/lists/import-files.ts'

const HEAD = 'sku,name,category,subcategory,price\n'
const LIST = [
  ...['TOOR,Toor dal,Pulses,Dal,120', 'CHANA,Chana,Pulses,Whole,90'],
  ...['BASMATI,Basmati,Rice,,80', 'BALL,Ball,Toys,,50'],
]
const listOf = (...rows: string[]) => `${HEAD}${rows.join('\n')}\n`
const renamed = (from: string, to: string) => listOf(...LIST.map((row) => row.replace(from, to)))

const shopOf = (noreturns: string[]) => JSON.stringify({ name: 'Kirana', returndays: 7, noreturns })
/** Imports the list, and shop.json with what is not taken back. */
const start = (shop: TestDatabase, noreturns: string[]) =>
  importPath(shop, folderOf({ 'products.csv': listOf(...LIST), 'shop.json': shopOf(noreturns) }))
const noreturns = async ({ db }: TestDatabase) => (await readStoredShop(db)).noreturns

forEachDatabase((open) => {
  test('a name that nothing in the shop has is told, with the one that may be meant (E29)', async () => {
    await using shop = await open()
    const { warnings } = await start(shop, [
      ...['Pulsses', 'Pulses', 'rice', 'pulses>dal', 'Pulses > Dall', 'TOOR', 'toor', 'Cheese'],
    ])
    expect(warnings).toEqual([
      'shop.json, noreturns: no category, sub-category or SKU of the shop is called “Pulsses” (did you mean “Pulses”?) or “Pulses > Dall” (did you mean “Pulses > Dal”?) or “Cheese”',
    ])
    // Later lists say nothing about it, until shop.json comes again.
    expect((await importText(shop, listOf('NEW,New,Rice,,1'))).warnings).toEqual([])
    const folder = folderOf({ 'shop.json': shopOf(['Toyz']) })
    const checked = await checkCatalogue(folder, shop.db, undefined)
    expect(checked?.warnings).toEqual([expect.stringContaining('“Toyz”')])
    const clean = folderOf({ 'shop.json': shopOf(['Toys']) })
    expect((await checkCatalogue(clean, shop.db, undefined))?.warnings).toEqual([])
  })

  test('a category that a list renames keeps its promise under the new name, and an undo turns it back (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Pulses', 'Pulses > Dal', 'whole', 'BALL'])
    const dry = await importText(shop, renamed('Pulses', 'Lentils'), { dryRun: true })
    expect(dry.changes).toContainEqual(
      expect.objectContaining({
        old: expect.stringContaining('Pulses > Dal'),
        new: expect.stringContaining('Lentils > Dal'),
      }),
    )
    expect(await noreturns(shop)).toContain('Pulses')
    const { warnings, others } = await importText(shop, renamed('Pulses', 'Lentils'))
    expect(warnings).toEqual([])
    expect(others).toContain('Words of the shop changed')
    expect(await noreturns(shop)).toEqual(['Lentils', 'Lentils > Dal', 'whole', 'BALL'])
    const undone = await undoImport(shop.db)
    expect('isRefused' in undone).toBe(false)
    expect(await noreturns(shop)).toEqual(['Pulses', 'Pulses > Dal', 'whole', 'BALL'])
  })

  test('a renamed sub-category is renamed too, after its category and alone (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Dal', 'Pulses > Dal'])
    await importText(shop, renamed(',Dal,', ',Daal,'))
    expect(await noreturns(shop)).toEqual(['Daal', 'Pulses > Daal'])
  })

  test('a folder that renames a category and still says its old name changes nothing the second time (E03, E29)', async () => {
    await using shop = await open()
    await start(shop, ['Pulses'])
    const folder = folderOf({
      'products.csv': renamed('Pulses', 'Lentils'),
      'shop.json': shopOf(['Pulses']),
    })
    const first = await importPath(shop, folder)
    expect([first.warnings, await noreturns(shop)]).toEqual([[], ['Lentils']])
    expect(await importPath(shop, folder)).toMatchObject({ import: null, warnings: [] })
    expect(await noreturns(shop)).toEqual(['Lentils'])
  })

  test('a category that becomes part of another one promises nothing for that; its name is told (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Toys'])
    const { warnings } = await importText(shop, renamed('Toys', 'Rice'))
    expect(await noreturns(shop)).toEqual(['Toys'])
    expect(warnings).toEqual([expect.stringContaining('“Toys” (did you mean “Rice”?)')])
    // Two that become a new one: only if neither is taken back.
    await undoImport(shop.db)
    const both = renamed('Toys', 'Gifts').replace('Rice', 'Gifts')
    await importText(shop, both)
    expect(await noreturns(shop)).toEqual(['Toys'])
    await undoImport(shop.db)
    await importPath(shop, folderOf({ 'shop.json': shopOf(['Toys', 'Rice']) }))
    await importText(shop, both)
    expect(await noreturns(shop)).toEqual(['Gifts'])
  })

  test('a category that has nothing to sell now keeps its name, without a word (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Toys'])
    const without = listOf(...LIST.filter((row) => !row.includes('Toys')))
    const { warnings, withdrawn } = await importText(shop, without, { replace: true })
    expect([warnings, withdrawn]).toEqual([[], 1])
    expect(await noreturns(shop)).toEqual(['Toys'])
  })

  test('taking back only where products are takes the promise along, and a name that is left over is told (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Pulses', 'BALL'])
    await importText(shop, renamed('Pulses', 'Lentils'))
    const part = { kinds: new Set(['categories', 'texts'] as const) }
    const dry = await undoImport(shop.db, { part, dryRun: true })
    expect(await noreturns(shop)).toEqual(['Lentils', 'BALL'])
    const undone = await undoImport(shop.db, { part })
    expect([dry, undone]).toMatchObject([{ warnings: [] }, { warnings: [], isPart: true }])
    expect(await noreturns(shop)).toEqual(['Pulses', 'BALL'])

    await importText(shop, renamed('Pulses', 'Lentils'))
    const words = await undoImport(shop.db, { part: { kinds: new Set(['shop']) } })
    expect(await noreturns(shop)).toEqual(['Pulses', 'BALL'])
    expect(words).toMatchObject({
      warnings: [expect.stringContaining('“Pulses” (did you mean “Lentils”?)')],
    })
  })

  test('a sub-category that gets a name that another one has takes nothing of the other one back (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Dal'])
    const snack = 'CHIPS,Chips,Snacks,Namkeen,20'
    await importText(shop, listOf(snack))
    await importText(shop, renamed(',Dal,', ',Namkeen,'))
    expect(await noreturns(shop)).toEqual(['Pulses > Namkeen'])
    await undoImport(shop.db)
    // Both of this name are meant, and both get the other one.
    await importText(shop, listOf(snack.replace('Namkeen', 'Dal')))
    await importText(shop, listOf('TOOR,Toor dal,Pulses,Namkeen,120', snack))
    expect(await noreturns(shop)).toEqual(['Namkeen'])
  })

  test('a name stays where it stands for something else, too, or a category of it has gone into another (E29)', async () => {
    await using shop = await open()
    await start(shop, ['Dal'])
    await importText(shop, listOf('DAL,Dal of the house,Rice,,99'))
    await importText(shop, renamed(',Dal,', ',Daal,'))
    expect(await noreturns(shop), 'the product’s SKU').toEqual(['Dal', 'Daal'])

    await using other = await open()
    await start(other, ['Dal'])
    const mix = 'MIX,Dal mix,Snacks,Dal,20'
    await importText(other, listOf(mix, 'CHIPS,Chips,Snacks,Chips,20'))
    const { warnings } = await importText(
      other,
      listOf('TOOR,Toor dal,Pulses,Daal,120', mix.replace(',Dal,', ',Chips,')),
    )
    expect(await noreturns(other)).toEqual(['Dal', 'Daal'])
    expect(warnings).toEqual([expect.stringContaining('“Dal”')])
  })
})
