import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { ShownConflict } from '#lib/server/import/apply/merge/describe-conflicts.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { COLUMNS, type ExportColumn } from '#lib/server/import/read/columns/columns.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import type { MergeWith, Side } from '#lib/server/import/read/plan.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'

const LIST = `sku,name,category,price,brand,unit,origin,weight,stock
DAL,Toor dal,Pulses,120,,1 kg,,,10
RICE,Basmati,Rice,300,,5 kg,,,20
ATTA,Atta,Flours,,,,,1 kg=64|5 kg=289,40|12
`
/** Nobody edits these: a category that gave its last product to a new one would count as renamed. */
const LASTING = `sku,name,category,price
MOONG,Moong dal,Pulses,90
PONNI,Ponni,Rice,80
SALT,Salt,Staples,20
`
const SKUS = ['DAL', 'RICE', 'ATTA']
/** What editors change, and into which values: few, so that changes often meet. */
const VALUES = {
  ...{ name: ['Toor dal', 'Dal', 'Daal'], brand: ['', 'Tata', 'Amul'], unit: ['', '1 kg'] },
  ...{ origin: ['', 'Punjab', 'Kerala'], featured: ['', 'yes'], stock: ['5', '10', '15'] },
  ...{ price: ['120.00', '130.00', '140.00'], category: ['Pulses', 'Rice', 'Staples'] },
}
type Field = keyof typeof VALUES
const PACK_PRICES = ['64.00', '70.00', '289.00']

const edit = fc.oneof(
  fc.record({
    sku: fc.constantFrom('DAL', 'RICE'),
    field: fc.constantFrom(...(Object.keys(VALUES) as Field[])),
    value: fc.nat(2),
  }),
  fc.record({
    sku: fc.constant('ATTA'),
    field: fc.constantFrom('1 kg', '5 kg', 'brand' as const),
    value: fc.nat(2),
  }),
)
type Edit = { sku: string; field: string; value: number }

/** The cells as editors see them; each pack's price is a cell. */
type Cells = Map<string, string>

const packsOf = (text: string) => text.split('|').map((pack) => pack.split('='))

function cellsOf(rows: ExportedRow[]): Cells {
  const cells: Cells = new Map()
  for (const row of rows) {
    for (const field of Object.keys(VALUES) as Field[]) {
      if (row.sku !== 'ATTA' || field === 'brand') cells.set(`${row.sku} ${field}`, row[field])
    }
    if (row.weight === '') continue
    for (const [label, price] of packsOf(row.weight)) cells.set(`${row.sku} ${label}`, price ?? '')
  }
  return cells
}

function applyEdit(row: ExportedRow, { field, value }: Edit): ExportedRow {
  if (field in VALUES) {
    const choices = VALUES[field as Field]
    return { ...row, [field]: choices[value % choices.length] ?? '' }
  }
  const packs = packsOf(row.weight).map(([label, price]) =>
    label === field ? `${label}=${PACK_PRICES[value]}` : `${label}=${price}`,
  )
  return { ...row, weight: packs.join('|'), price: '', oldprice: '' }
}

const exported = ({ db }: TestDatabase, stamp: number) =>
  inSnapshot(db, (trx) => exportedBySku(trx, SKUS, stamp))

function listOf(rows: ExportedRow[], edits: Edit[], columns: readonly ExportColumn[]): string {
  const changed = rows.map((row) =>
    edits.filter(({ sku }) => sku === row.sku).reduce(applyEdit, row),
  )
  const said = changed.map((row) => ({ ...row, price: row.weight === '' ? row.price : '' }))
  return [csvLine(columns), ...said.map((row) => csvLine(columns.map((name) => row[name])))].join(
    '',
  )
}

async function bringAs(
  shop: TestDatabase,
  text: string,
  { editor, dryRun = false, merge }: { editor: string; dryRun?: boolean; merge: MergeWith },
) {
  const options = { editor, dryRun, merge, stockMode: 'set' as const }
  const report = await importText(shop, text, options)
  if (report.isRefused) throw new Error(JSON.stringify(report.errors))
  return report
}

/** The expected result of a merge field by field. */
function expected(was: Cells, theirs: Cells, mine: Cells, sideOf: (cell: string) => Side): Cells {
  const merged: Cells = new Map()
  for (const [cell, before] of was) {
    const [now = '', own = ''] = [theirs.get(cell), mine.get(cell)]
    const isAsked = now !== before && own !== before && own !== now
    if (isAsked) merged.set(cell, sideOf(cell) === 'mine' ? own : now)
    else merged.set(cell, own === before ? now : own)
  }
  return merged
}

const cellOf = ({ sku, field }: ShownConflict): string => {
  const label = /\(([^)]+)\)$/.exec(field)?.[1]
  return `${sku} ${label ?? field}`
}

forEachDatabase((open) => {
  test('two editors who change the same products lose no field, and turn none back unasked (E11)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    await importText(shop, LASTING)
    let stamp = 0
    const now = () => (stamp = Math.max(stamp + 1, Date.now()))
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 8 }),
        fc.array(edit, { maxLength: 8 }),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        async (one, other, hasMarks, sides) => {
          const columns = hasMarks ? COLUMNS : COLUMNS.filter((name) => name !== 'stockwas')
          const rows = await exported(shop, now())
          const base = await lastImport(shop.db)
          const merge = { base, askedAt: base }
          await bringAs(shop, listOf(rows, one, COLUMNS), { editor: 'asha', merge })
          const theirs = cellsOf(await exported(shop, now()))

          const mine = listOf(rows, other, columns)
          const checked = await bringAs(shop, mine, { editor: 'ravi', dryRun: true, merge })
          const answers: Record<string, Side> = {}
          const said = new Map<string, Side>()
          for (const conflict of checked.conflicts) {
            expect(conflict).toMatchObject({ editor: 'asha', by: base + 1 })
            const side = sides.next().value ? 'mine' : 'theirs'
            answers[conflict.key] = side
            said.set(cellOf(conflict), side)
          }
          const own = cellsOf(
            rows.map((row) => other.filter(({ sku }) => sku === row.sku).reduce(applyEdit, row)),
          )
          const sideOf = (cell: string) => {
            const side = said.get(cell)
            if (!side)
              throw new Error(`${cell} was not asked: ${JSON.stringify(checked.conflicts)}`)
            return side
          }
          const asked = new Set<string>()
          const wanted = expected(cellsOf(rows), theirs, own, (cell) => {
            asked.add(cell)
            return sideOf(cell)
          })
          expect(new Set(said.keys())).toEqual(asked)
          const askedAt = await lastImport(shop.db)
          const answered = { base, answers, askedAt }
          const done = await bringAs(shop, mine, { editor: 'ravi', merge: answered })
          expect(done.conflicts).toEqual([])
          expect(cellsOf(await exported(shop, now()))).toEqual(wanted)
        },
      ),
      { numRuns: 20 },
    )
  }, 240_000)

  test('who leaves the price to the other editor leaves the old price beside it, too (E11)', async () => {
    await using shop = await open()
    const alone = { base: 0, askedAt: 0 }
    const first = 'sku,name,category,price,oldprice\nDAL,Toor dal,Pulses,51,52\n'
    await bringAs(shop, first, { editor: 'asha', merge: alone })
    const base = await lastImport(shop.db)
    const merge = { base, askedAt: base }
    await bringAs(shop, 'sku,price\nDAL,50\n', { editor: 'asha', merge })
    const mine = 'sku,price\nDAL,53\n'
    const answered = async (side: Side) => {
      const asked = await bringAs(shop, mine, { editor: 'ravi', dryRun: true, merge })
      const answers = Object.fromEntries(asked.conflicts.map(({ key }) => [key, side]))
      const now = await lastImport(shop.db)
      await bringAs(shop, mine, { editor: 'ravi', merge: { base, askedAt: now, answers } })
      const [row] = await exported(shop, Date.now())
      return [row?.price, row?.oldprice]
    }
    expect(await answered('theirs')).toEqual(['50.00', '52.00'])
    expect(await answered('mine')).toEqual(['53.00', ''])
  })

  test('a list of before a restore knows nothing of what came after it (E11 E12)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const imports = shop.db.selectFrom('catalogue_import').select('created_at')
    const { created_at: stamp } = await imports.where('id', '=', 1).executeTakeFirstOrThrow()
    const rows = await exported(shop, stamp)
    const edits = [{ sku: 'RICE', field: 'price', value: 2 }]
    // As if exported after import 57, which the backup does not have.
    const list = listOf(rows, edits, COLUMNS).replaceAll(' #1', ' #57')
    const theirs = 'sku,price,brand\nDAL,130,Tata\nRICE,305,Amul\n'
    await bringAs(shop, theirs, { editor: 'asha', merge: { base: 1, askedAt: 1 } })
    const merge = { base: 2, askedAt: 2 }
    const found = await bringAs(shop, list, { editor: 'ravi', dryRun: true, merge })
    expect(found).toMatchObject({ changed: 0, kept: 3, conflicts: [{ sku: 'RICE', by: 2 }] })
    const answers = { [found.conflicts[0]?.key ?? '']: 'mine' as const }
    await bringAs(shop, list, { editor: 'ravi', merge: { ...merge, answers } })
    expect(Object.fromEntries(cellsOf(await exported(shop, stamp)))).toMatchObject({
      ...{ 'DAL price': '130.00', 'DAL brand': 'Tata' },
      ...{ 'RICE price': '140.00', 'RICE brand': 'Amul' },
    })
  })
})
