import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import {
  COMPANIONS,
  type ExportColumn,
  isColumn,
  isPartial,
} from '#lib/server/import/read/columns/columns.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import type { Refusals, RowRefusal } from '#lib/server/import/read/product/product.ts'
import { describeWidth } from '#lib/server/import/read/product/row-shape.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { joinLines, type RawRow, type Open, readListRows } from './list-rows.ts'
import { PACK_COLUMNS, packColumnOf, packsOf } from './pack-cells.ts'
import { expandPackList } from './pack-list.ts'

/** A list of whole products made from another list, and the rows refused in doing so. */
export type WholeList = {
  text: string
  refusals: Refusals
  /** How to read it, if its columns are not ours. */
  map?: ImportMap
}

/**
 * Turns a list, or the products.csv of a folder, into one of whole products. A list with other columns is read and
 * written according to its map.
 * @returns undefined if the list needs no change
 */
export async function expandList(
  db: Db,
  path: string,
  map?: ImportMap,
): Promise<WholeList | undefined> {
  const found = await stat(path).catch(() => undefined)
  const file = found?.isDirectory() ? join(path, 'products.csv') : path
  if (!(await stat(file).catch(() => undefined))?.isFile()) return undefined
  const now = Date.now()
  if (map) {
    const whole = await expandPackList(db, () => createReadStream(file), now, { map })
    // It is written as UTF-8, whatever the original was.
    return whole && { ...whole, map: { ...map, encoding: 'utf-8' } }
  }
  const list = await addCompanions(db, () => createReadStream(file), now)
  const open = list ? () => Readable.from(Buffer.from(list.text)) : () => createReadStream(file)
  return (await expandPackList(db, open, now, { refusals: list?.refusals })) ?? list
}

/**
 * Adds columns from the shop that a short list needs: for `sku,saleprice` the price and packs that a sale is
 * compared with, for sub-categories their category.
 * @returns undefined if nothing is needed
 */
async function addCompanions(db: Db, open: Open, now: number): Promise<WholeList | undefined> {
  const list = await readLines(open)
  const [head, ...rows] = list ?? []
  if (!head) return undefined
  const names = head.texts.map((name) => name.toLowerCase())
  const added = missing(new Set(names.filter(isColumn)))
  const at = names.indexOf('sku')
  if (added.length === 0 || at < 0) return undefined
  const skus = rows.map(({ texts }) => texts[at] ?? '')
  const found = await inSnapshot(db, (trx) => exportedBySku(trx, skus, now))
  const known = new Map(found.map((row) => [row.sku, row]))
  const lines = [csvLine([...head.texts, ...added])]
  const refusals = new Map<number, RowRefusal>()
  for (const { line, texts, ...read } of rows) {
    const product = known.get(texts[at] ?? '')
    const refusal =
      read.refusal ??
      describeWidth(texts, head.texts.length) ??
      (product && namesNoPack(product, [...names, ...added]))
    if (refusal) refusals.set(line, refusal)
    const row = refusal ? undefined : product
    const own = head.texts.map((_, column) => texts[column] ?? '')
    // Packs that the list names replace those of another kind.
    const hasPacks = names.some((name, column) => isPackColumn(name) && own[column]?.trim())
    const cell = (column: ExportColumn) =>
      hasPacks && isPackColumn(column) ? '' : cellOf(column, row)
    lines[line - 1] = csvLine([...own, ...added.map(cell)])
  }
  return { text: joinLines(lines), refusals }
}

/** An old price alone does not say for which of a product's packs it is. */
function namesNoPack(row: ExportedRow, names: readonly string[]): RowRefusal | undefined {
  if (!names.includes('oldprice') || names.some(isPackColumn)) return undefined
  const labels = packsOf(row).map(({ label }) => label)
  if (labels.length === 0) return undefined
  return { column: 'oldprice', reason: rowReasons.packUnnamed(labels) }
}

const isPackColumn = (name: string): boolean => PACK_COLUMNS.some((column) => column === name)

/** A price is left empty if packs have their own; the product's price is that of its first pack. */
const cellOf = (column: ExportColumn, row: ExportedRow | undefined): string => {
  const isOfPacks = column === 'price' && row !== undefined && packColumnOf(row) !== undefined
  return isOfPacks ? '' : (row?.[column] ?? '')
}

/** Columns that a short list needs besides its own. */
function missing(said: ReadonlySet<string>): ExportColumn[] {
  const columns = new Set([...said].filter(isColumn))
  if (!isPartial(columns)) return []
  const all = new Set<string>(columns)
  // A sale's time needs its price, and the other end.
  if (all.has('saleuntil') && !all.has('saleprice')) all.add('salefrom')
  if (all.has('salefrom') && !all.has('saleprice')) all.add('saleuntil')
  for (const column of all) {
    const companion = isColumn(column) && column !== 'stockwas' && COMPANIONS[column]
    if (companion) all.add(companion)
  }
  if (all.has('saleprice')) for (const column of PACK_COLUMNS) all.add(column)
  return [...all].flatMap((name) =>
    isColumn(name) && name !== 'withdrawn' && !columns.has(name) ? [name] : [],
  )
}

/** All rows of a list that needs more columns; undefined if it needs none, or its header cannot be read. */
async function readLines(open: Open): Promise<RawRow[] | undefined> {
  const lines: RawRow[] = []
  for await (const row of readListRows(open)) {
    lines.push(row)
    if (lines.length > 1) continue
    const names = new Set(row.texts.map((name) => name.toLowerCase()))
    if (row.refusal || missing(names).length === 0) return undefined
  }
  return lines
}
