import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, openSqlite, type TestDatabase } from '#tests/support/database.ts'
import { folderOf, importPath, importText } from '#tests/support/import-files.ts'
import { exportText, shelf, Till } from '#tests/support/stock-shop.ts'

const LIST = 'sku,name,category,price,stock\nDAL,Dal,Pulses,120,10\nRICE,Rice,Grains,90,5\n'
const PACKS = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,,1 kg=64|5 kg=289,40|12\n'

/** An export in which an editor has changed one cell. */
async function edited(shop: TestDatabase, from: RegExp, to: string): Promise<string> {
  const text = await exportText(shop)
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`There is no ${String(from)} in\n${text}`)
  return changed
}

forEachDatabase((open) => {
  test('a list that was exported and brought back leaves what was sold meanwhile sold (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const list = await edited(shop, /120\.00/, '125.00')
    await new Till(shop).sell('dal', 3)
    expect(await importText(shop, list)).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await shelf(shop)).toEqual({ DAL: 7, RICE: 5 })
  })

  test('a count in an exported list is the difference to that export, once however often it comes (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    const list = await edited(shop, /,10,/, ',25,')
    await till.sell('dal', 3)
    await importText(shop, list)
    expect(await shelf(shop)).toMatchObject({ DAL: 22 })
    await till.sell('dal', 2)
    await importText(shop, list.replace('120.00', '99.00'))
    expect(await shelf(shop)).toMatchObject({ DAL: 20 })
    // The editor corrects the count in the same list.
    await importText(shop, list.replace(',25,', ',24,'))
    expect(await shelf(shop)).toMatchObject({ DAL: 19 })
  })

  test('an import that was taken back can be brought again', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const list = await edited(shop, /,10,/, ',25,')
    await importText(shop, list)
    await new Till(shop).sell('dal', 4)
    await undoImport(shop.db)
    expect(await shelf(shop)).toMatchObject({ DAL: 6 })
    await importText(shop, list)
    expect(await shelf(shop)).toMatchObject({ DAL: 21 })
  })

  test('counts of two editors who exported the same shelf add up', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const [first, second] = [await edited(shop, /,10,/, ',8,'), await edited(shop, /,10,/, ',22,')]
    await importText(shop, first)
    await importText(shop, second)
    expect(await shelf(shop)).toMatchObject({ DAL: 20 })
  })

  test('+12 adds to the shelf and -3 takes from it', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    await new Till(shop).sell('dal', 4)
    const list = 'sku,stock\nDAL,+12\nRICE,-3\n'
    expect(await importText(shop, list)).toMatchObject({ errors: [], changed: 2 })
    expect(await shelf(shop)).toEqual({ DAL: 18, RICE: 2 })
  })

  test('nothing is taken from a stock that is new, or that nobody counts', async () => {
    await using shop = await open()
    await importText(shop, LIST.replace(',5\n', ',\n'))
    const list = 'sku,stock\nTEA,-1\nRICE,+2\n'
    const { errors, isRefused } = await importText(shop, list)
    expect(isRefused).toBe(true)
    expect(errors).toMatchObject([
      { line: 2, sku: 'TEA', column: 'sku' },
      { line: 3, sku: 'RICE', column: 'stock' },
    ])
    expect(await importText(shop, list, { skipInvalid: true })).toMatchObject({
      ...{ isRefused: false, rejected: 2, accepted: 0, import: null },
    })
  })

  test('a list without a stamp that would bring sold units back is refused, and says how many (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    await till.sell('dal', 2)
    const before = await importText(shop, LIST)
    expect(before.errors[0]?.reason).toContain('1 product that sold 2 since they came')
    await exportText(shop)
    await till.sell('dal', 1)
    const path = folderOf({ 'products.csv': LIST.replace(',120,', ',130,') })
    const reason = expect.stringContaining('1 product that sold 1 since your last export')
    expect(await checkCatalogue(path, shop.db, undefined)).toMatchObject({ errors: [{ reason }] })
    expect(await importPath(shop, path)).toMatchObject({ isRefused: true, errors: [{ reason }] })
    expect(await importPath(shop, path, { skipInvalid: true })).toMatchObject({ isRefused: true })
    expect(await importPath(shop, path, { dryRun: true })).toMatchObject({
      ...{ isRefused: false, asks: { products: 1, units: 1 }, warnings: [reason] },
    })
    expect(await shelf(shop)).toMatchObject({ DAL: 7 })
    expect(await importPath(shop, path, { stockMode: 'keep' })).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toMatchObject({ DAL: 7 })
    expect(await checkCatalogue(path, shop.db, undefined, undefined, 'set')).toMatchObject({
      errors: [],
    })
    expect(await importPath(shop, path, { stockMode: 'set' })).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
  })

  test('units that open checkouts hold never make a counted stock grow when they come back (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    const held = await till.hold('dal', 4)
    // Ten are counted on the shelf, four of them are in baskets.
    await importText(shop, LIST, { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ DAL: 6 })
    await till.release(held ?? '')
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
    // Of nine that are held only two are there.
    const more = await till.hold('dal', 9)
    await importText(shop, LIST.replace(',10\n', ',2\n'), { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ DAL: 0 })
    await till.release(more ?? '')
    expect(await shelf(shop)).toMatchObject({ DAL: 2 })
  })

  test('a renamed pack keeps its stock and what is held of it, with and without the column (I3)', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const till = new Till(shop)
    await till.sell('atta', 5, '1 kg')
    const held = await till.hold('atta', 2, '1 kg')
    await importText(shop, 'sku,name,category,price,weight\nATTA,Atta,Flours,,1000 g=64|5 kg=289\n')
    expect(await shelf(shop)).toEqual({ 'ATTA 1000 g': 33, 'ATTA 5 kg': 12 })
    const list = await edited(shop, /1000 g=64\.00/, 'One=64')
    await importText(shop, list)
    await till.release(held ?? '')
    expect(await shelf(shop)).toEqual({ 'ATTA One': 35, 'ATTA 5 kg': 12 })
    await undoImport(shop.db)
    expect(await shelf(shop)).toEqual({ 'ATTA 1000 g': 35, 'ATTA 5 kg': 12 })
  })

  test('packs that change in number keep their stock, and no new one is without end', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const till = new Till(shop)
    await till.sell('atta', 5, '1 kg')
    const names = 'sku,name,category,price,weight\nATTA,Atta,Flours,,500 g=33|2 kg=120|5 kg=289\n'
    const refused = await importText(shop, names)
    expect(refused).toMatchObject({ isRefused: true, errors: [{ sku: 'ATTA', line: 2 }] })
    expect(refused.errors[0]?.reason).toContain('is new, and the stock of what it replaces')
    // With stocks they may bring back what was sold of the old ones.
    const stocks = PACKS.replace('1 kg=64|5 kg=289,40|12', '500 g=33|2 kg=120|5 kg=289,9|35|12')
    const asked = await importText(shop, stocks)
    expect(asked.errors[0]?.reason).toContain('takes the place of what sold 5')
    const check = await checkCatalogue(folderOf({ 'products.csv': stocks }), shop.db, undefined)
    expect(check?.errors).toMatchObject([{ sku: 'ATTA', column: 'stock' }])
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 35, 'ATTA 5 kg': 12 })
    await importText(shop, stocks, { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ 'ATTA 500 g': 9, 'ATTA 2 kg': 35, 'ATTA 5 kg': 12 })
  })

  test('a watched list counts no unit at every save', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const { errors } = await importText(shop, LIST.replace(',10\n', ',+5\n'), { isWatched: true })
    expect(errors).toMatchObject([{ line: 2, sku: 'DAL', column: 'stock' }])
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
  })

  test('a stamp that was changed is refused, and without one the list is an ordinary one', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const broken = await importText(shop, await edited(shop, /10 @ /, '11 at '))
    expect(broken.errors).toMatchObject([{ sku: 'DAL', column: 'stockwas' }])
    expect(await importText(shop, await edited(shop, /10 @ [^,\r]*/, ''))).toMatchObject({
      ...{ errors: [], unchanged: 2 },
    })
  })
})

test('whatever is sold, held, exported, counted and imported, the shelf has what is left (I3)', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('sell' as const), units: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('hold' as const), units: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('release' as const) }),
    fc.record({ kind: fc.constant('export' as const) }),
    fc.record({ kind: fc.constant('import' as const), units: fc.integer({ min: 0, max: 9 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await using shop = await openSqlite()
      await importText(shop, LIST.replace(',10\n', ',40\n'))
      const till = new Till(shop)
      const holds: { id: string; units: number }[] = []
      // What is on the shelf in truth, and what an editor has found of it so far.
      let truth = 40
      let list = { text: await exportText(shop), found: 0 }
      for (const one of steps) {
        if (one.kind === 'sell' && truth >= one.units) {
          await till.sell('dal', one.units)
          truth -= one.units
        }
        if (one.kind === 'hold' && truth >= one.units) {
          const id = await till.hold('dal', one.units)
          if (id === undefined) throw new Error('There were enough')
          holds.push({ id, units: one.units })
          truth -= one.units
        }
        if (one.kind === 'release') {
          const hold = holds.pop()
          if (!hold) continue
          await till.release(hold.id)
          truth += hold.units
        }
        if (one.kind === 'export') list = { text: await exportText(shop), found: 0 }
        // An editor finds some more than the export said; nothing found is nothing said.
        if (one.kind === 'import') {
          const count = (cells: string) => String(Number(cells) + one.units)
          await importText(
            shop,
            list.text.replace(
              /(DAL,.*,,,,)(\d+),/,
              (_, head: string, n: string) => `${head}${count(n)},`,
            ),
          )
          if (one.units > 0) {
            truth += one.units - list.found
            list.found = one.units
          }
        }
        expect(await shelf(shop)).toMatchObject({ DAL: truth })
      }
    }),
    { numRuns: 10 },
  )
})
