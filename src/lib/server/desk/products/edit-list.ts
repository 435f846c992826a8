import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { COLUMNS, type Column, COMPANIONS } from '#lib/server/import/read/columns/columns.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { PACK_COLUMNS, packColumnOf } from '#lib/server/import/packs/pack-cells.ts'

/** The cells that an edit writes for a product. */
export type Cells = Partial<Record<Column, string>>
export type Edit = (row: ExportedRow) => Cells

/** The list that a form writes, with its name; `gone` are SKUs of products no longer on sale. */
export type EditList = {
  name: string
  csv: string
  gone: string[]
  /** The shop's last import when the products were read. */
  base?: number | undefined
}

/**
 * Writes the changes of a form as a list, so that they take the same way as all lists: check, differences,
 * publishing, history. It has only the columns that some product changes, and those that have to come with them.
 */
export async function writeEditList(db: Db, edits: ReadonlyMap<string, Edit>): Promise<EditList> {
  const { rows, base } = await inSnapshot(db, async (trx) => ({
    rows: await exportedBySku(trx, [...edits.keys()], Date.now()),
    base: await lastImport(trx),
  }))
  const cells = rows.map((row) => edits.get(row.sku)?.(row) ?? {})
  const columns = columnsOf(cells)
  const hasPacks = PACK_COLUMNS.some((column) => columns.includes(column))
  const lines = rows.map((row, at) => {
    const said: ExportedRow & Cells = { ...row, ...cells[at] }
    // Packs carry their own prices.
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
  // Stocks and sale prices are listed in the order of the packs, so each row has to name its own.
  if (PACK_COLUMNS.some((column) => said.has(column))) for (const c of PACK_COLUMNS) said.add(c)
  for (const column of COLUMNS) {
    const companion = COMPANIONS[column]
    if (companion && said.has(column)) said.add(companion)
  }
  if (said.has('stock')) said.add('stockwas')
  return [...COLUMNS, 'withdrawn' as const].filter((column) => said.has(column))
}

/** The list that creates a product. */
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
