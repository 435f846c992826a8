import type { Kysely } from 'kysely'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { COLUMNS, type Column, COMPANIONS } from '#lib/server/import/read/columns.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { PACK_COLUMNS, packColumnOf } from '#lib/server/import/packs/pack-cells.ts'

/** The cells that a form gives a product, from the row that an export has of it now. */
export type Cells = Partial<Record<Column, string>>
export type Edit = (row: ExportedRow) => Cells

/** The list of a form, with what it is called; `gone` are products that left the shop meanwhile. */
export type EditList = {
  name: string
  csv: string
  gone: string[]
  /** The shop's last import when the products were looked at. */
  base?: number | undefined
}

/**
 * Writes what a form changes as a list, so that it goes the way of all lists: check, difference,
 * publishing, history. It has the columns that some product changes, and no others.
 */
export async function writeEditList(
  db: Kysely<Database>,
  edits: ReadonlyMap<string, Edit>,
): Promise<EditList> {
  const { rows, base } = await inSnapshot(db, async (trx) => ({
    rows: await exportedBySku(trx, [...edits.keys()], Date.now()),
    base: await lastImport(trx),
  }))
  const cells = rows.map((row) => edits.get(row.sku)?.(row) ?? {})
  const columns = columnsOf(cells)
  const hasPacks = PACK_COLUMNS.some((column) => columns.includes(column))
  const lines = rows.map((row, at) => {
    const said: ExportedRow & Cells = { ...row, ...cells[at] }
    // The packs say the prices themselves.
    if (hasPacks && packColumnOf(said)) Object.assign(said, { price: '', oldprice: '' })
    return csvLine(columns.map((column) => said[column] ?? ''))
  })
  const known = new Set(rows.map(({ sku }) => sku))
  return {
    name: nameOf(rows),
    csv: csvLine(columns) + lines.join(''),
    gone: [...edits.keys()].filter((sku) => !known.has(sku)),
    base,
  }
}

function columnsOf(cells: Cells[]): Column[] {
  const said = new Set<string>(['sku', ...cells.flatMap((cell) => Object.keys(cell))])
  // A list with one of these columns says of the two others that there is nothing.
  if (PACK_COLUMNS.some((column) => said.has(column))) for (const c of PACK_COLUMNS) said.add(c)
  for (const column of COLUMNS) {
    const companion = COMPANIONS[column]
    if (companion && said.has(column)) said.add(companion)
  }
  if (said.has('stock')) said.add('stockwas')
  return [...COLUMNS, 'withdrawn' as const].filter((column) => said.has(column))
}

/** The list of a product that the shop does not have yet. */
export function writeNewList(cells: Cells): EditList {
  const { name = '' } = cells
  const columns = columnsOf([{ name: '', category: '', price: '', ...cells }])
  const csv = csvLine(columns) + csvLine(columns.map((column) => cells[column] ?? ''))
  return { name, csv, gone: [] }
}

function nameOf([first, ...others]: ExportedRow[]): string {
  if (!first) return ''
  return others.length === 0 ? first.name : deskProductTexts.found(others.length + 1)
}
