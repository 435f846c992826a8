import { runCommand } from '#tests/support/shop-command.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, importText } from '#tests/support/lists/import-files.ts'
import { edited, exportText, shelf, Till } from '#tests/support/orders/stock-shop.ts'

const LIST = 'sku,name,category,price,stock\nDAL,Dal,Pulses,120,10\nRICE,Rice,Grains,90,5\n'

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

  test('a stock that would be more than can be counted is refused with its row', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const { errors } = await importText(shop, 'sku,stock\nDAL,+2147483647\nRICE,+1\n')
    expect(errors).toMatchObject([{ line: 2, sku: 'DAL', column: 'stock' }])
    expect(await shelf(shop)).toEqual({ DAL: 10, RICE: 5 })
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
    expect(before.errors[0]?.reason).toContain('1 product that sold 2 units since they were added')
    await exportText(shop)
    await till.sell('dal', 1)
    const path = folderOf({ 'products.csv': LIST.replace(',120,', ',130,') })
    const reason = expect.stringContaining('1 product that sold 1 unit since your last export')
    expect(await checkCatalogue(path, shop.db, undefined)).toMatchObject({ errors: [{ reason }] })
    expect(await importPath(shop, path)).toMatchObject({ isRefused: true, errors: [{ reason }] })
    expect(await importPath(shop, path, { skipInvalid: true })).toMatchObject({ isRefused: true })
    expect(await importPath(shop, path, { dryRun: true })).toMatchObject({
      ...{ isRefused: false, asks: { products: 1, units: 1 }, warnings: [] },
    })
    // The command line asks by flags, the desk by buttons.
    const told = await runCommand(shop, ['import', path, '--dry-run'])
    expect(told).toMatchObject({ code: 0, err: reason })
    expect(await shelf(shop)).toMatchObject({ DAL: 7 })
    expect(await importPath(shop, path, { stockMode: 'keep' })).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toMatchObject({ DAL: 7 })
    expect(await checkCatalogue(path, shop.db, undefined, undefined, 'set')).toMatchObject({
      errors: [],
    })
    expect(await importPath(shop, path, { stockMode: 'set' })).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
  })

  test('what is looked at is what comes when the asked stocks are left: no pack of theirs, but all others', async () => {
    await using shop = await open()
    const head = 'sku,name,category,price,weight,stock\n'
    const rice = (units: number) => `RICE,Rice,Grains,90,,${units}\n`
    const bajra = (units: string) => `BAJRA,Bajra,Flours,,500 g=40|1 kg=75,${units}\n`
    await importText(shop, head + bajra('12|5') + rice(5))
    await new Till(shop).sell('bajra', 5, '500 g')
    const path = folderOf({ 'products.csv': head + bajra('12|0') + rice(8) })
    const { asks, changes } = (await importPath(shop, path, { dryRun: true })) ?? {}
    expect(asks).toMatchObject({ products: 1, units: 5 })
    expect(changes).toMatchObject([{ sku: 'RICE', field: 'stock', old: '5', new: '8' }])
    await importPath(shop, path, { stockMode: 'keep' })
    expect(await shelf(shop)).toEqual({ 'BAJRA 500 g': 7, 'BAJRA 1 kg': 5, RICE: 8 })
    await importPath(shop, path, { stockMode: 'set' })
    expect(await shelf(shop)).toEqual({ 'BAJRA 500 g': 12, 'BAJRA 1 kg': 0, RICE: 8 })
  })

  test('an export by anybody does not make an older list without a stamp bring sold units back (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    await till.sell('dal', 2)
    // A sale in the same millisecond as an export would count as later than it.
    const soldAt = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(soldAt)
    await exportText(shop)
    const path = folderOf({ 'products.csv': LIST.replace(',120,', ',130,') })
    const reason = expect.stringContaining('1 product that sold 2 units since they were added')
    expect(await checkCatalogue(path, shop.db, undefined)).toMatchObject({ errors: [{ reason }] })
    expect(await importPath(shop, path)).toMatchObject({ isRefused: true, errors: [{ reason }] })
    expect(await shelf(shop)).toMatchObject({ DAL: 8 })
    expect(await importPath(shop, path, { stockMode: 'set' })).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
  })

  test('units that open checkouts hold never make a counted stock grow when they come back (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    const held = await till.hold('dal', 4)
    // Ten are counted on the shelf; four of them are in baskets.
    await importText(shop, LIST, { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ DAL: 6 })
    await till.release(held ?? '')
    expect(await shelf(shop)).toMatchObject({ DAL: 10 })
    // Of the nine that are held, only two are there.
    const more = await till.hold('dal', 9)
    await importText(shop, LIST.replace(',10\n', ',2\n'), { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ DAL: 0 })
    await till.release(more ?? '')
    expect(await shelf(shop)).toMatchObject({ DAL: 2 })
  })

  test('an undo of prices leaves what a count did not find, and one of stocks a later count (I3 E14)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const till = new Till(shop)
    const held = await till.hold('dal', 9)
    await importText(shop, LIST.replace(',10\n', ',2\n'), { stockMode: 'set' })
    await importText(shop, 'sku,price\nDAL,99\n')
    await undoImport(shop.db)
    await till.release(held ?? '')
    expect(await shelf(shop)).toMatchObject({ DAL: 2 })
    const counter = { db: shop.db, now: () => Date.now() }
    await importText(shop, LIST.replace(',10\n', ',7\n'), { stockMode: 'set' })
    await recordStock(counter, { id: null, who: 'x' }, 'dal', { kind: 'soldout', pack: '' })
    expect(await undoImport(shop.db)).toMatchObject({ isRefused: true })
    expect(await shelf(shop)).toMatchObject({ DAL: 0 })
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
      // `truth` is what is really on the shelf; `found`, what an editor has counted of it so far.
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
        // The editor finds more than the export said; zero means no change.
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
