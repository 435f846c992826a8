import { expect, test } from 'vitest'
import { counts } from '#lib/server/database/migrations/desk/counts.ts'
import { undoImport, type UndoOptions } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { edited, exportText, shelf, Till } from '#tests/support/orders/stock-shop.ts'

const LIST = `sku,name,category,price,stock,weight
DAL,Dal,Pulses,120,10,
RICE,Rice,Grains,90,20,
ATTA,Atta,Flours,,40|12,1 kg=64|5 kg=289
`
const DAL = { things: new Set(['product:dal']) }
const STOCK = { kinds: new Set(['stock' as const]) }

/** The export as it came, and a function that changes its counts. */
async function listsOf(shop: TestDatabase) {
  await importText(shop, LIST)
  const text = await exportText(shop)
  const counted = (dal: number, rice: number, atta = '40|12') =>
    text.replace(',10,', `,${dal},`).replace(',20,', `,${rice},`).replace(',40|12,', `,${atta},`)
  return counted
}

async function undone(shop: TestDatabase, options: UndoOptions): Promise<number> {
  const result = await undoImport(shop.db, options)
  if ('isRefused' in result) throw new Error(result.reasons.join('\n'))
  return result.import ?? 0
}

forEachDatabase((open) => {
  test('after a part is taken back, the corrected list counts from what the shelf is again (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 60))
    await undone(shop, { number: 2, part: DAL })
    await importText(shop, counted(15, 60))
    expect(await shelf(shop)).toMatchObject({ DAL: 15, RICE: 60 })
  })

  test('stocks alone that are taken back count no more, of packs too (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 60, '70|12').replace('120.00', '99.00'))
    await new Till(shop).sell('atta', 4, '1 kg')
    await undone(shop, { number: 2, part: STOCK })
    await importText(shop, counted(15, 20, '41|12'))
    expect(await shelf(shop)).toMatchObject({ DAL: 15, RICE: 20, 'ATTA 1 kg': 37, 'ATTA 5 kg': 12 })
  })

  test('the pack that stays, for somebody counted it later, goes on counting (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 20, '70|22'))
    const later = 'sku,weight,stock\nATTA,1 kg=64|5 kg=289,70|25\n'
    await importText(shop, later, { stockMode: 'set' })
    await undone(shop, { number: 2, leavesLater: true })
    expect(await shelf(shop)).toMatchObject({ DAL: 10, 'ATTA 1 kg': 40, 'ATTA 5 kg': 25 })
    await importText(shop, counted(15, 20, '45|23'))
    expect(await shelf(shop)).toMatchObject({ DAL: 15, 'ATTA 1 kg': 45, 'ATTA 5 kg': 26 })
  })

  test('a part that is brought again counts again, the rest does not (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 60))
    const number = await undone(shop, { number: 2 })
    await undone(shop, { number, part: DAL })
    expect(await shelf(shop)).toMatchObject({ DAL: 50, RICE: 20 })
    await importText(shop, counted(55, 25))
    expect(await shelf(shop)).toMatchObject({ DAL: 55, RICE: 25 })
  })

  test('part after part, whole, and back again: each count counts once (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 60))
    const part = await undone(shop, { number: 2, part: DAL })
    const rest = await undone(shop, { number: 2 })
    expect(await shelf(shop)).toMatchObject({ DAL: 10, RICE: 20 })
    await undone(shop, { number: rest })
    expect(await shelf(shop)).toMatchObject({ DAL: 10, RICE: 60 })
    const again = await undone(shop, { number: part })
    await importText(shop, counted(50, 60))
    expect(await shelf(shop)).toMatchObject({ DAL: 50, RICE: 60 })
    await undone(shop, { number: 2 })
    // What `again` had brought back was already undone with import 2.
    await undone(shop, { number: again })
    await importText(shop, counted(15, 25))
    expect(await shelf(shop)).toMatchObject({ DAL: 15, RICE: 25 })
  })

  test('of what an older version took back a part can be brought again (I3 E14)', async () => {
    await using shop = await open()
    const counted = await listsOf(shop)
    await importText(shop, counted(50, 60))
    const number = await undone(shop, { number: 2 })
    // As an older version left it: units are recorded with the list, and none with the undo.
    const rows = shop.db.updateTable('import_stock').where('import_id', '=', 2)
    await rows.set({ units: 40 }).execute()
    await shop.db.deleteFrom('import_stock').where('import_id', '=', number).execute()
    await counts.up(shop.db)
    await undone(shop, { number, part: DAL })
    await importText(shop, counted(55, 25))
    expect(await shelf(shop)).toMatchObject({ DAL: 55, RICE: 25 })
  })

  test('what nothing was left to take from counts no more once the list is taken back (I3)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const list = await edited(shop, /,10,/, ',7,')
    await new Till(shop).sell('dal', 10)
    await importText(shop, list.replace(',90.00,', ',80.00,'))
    await undone(shop, { number: 2 })
    await importText(shop, list.replace(',7,', ',18,'))
    expect(await shelf(shop)).toMatchObject({ DAL: 8 })
  })
})
