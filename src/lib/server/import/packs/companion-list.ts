import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import {
  COMPANIONS,
  type ExportColumn,
  isColumn,
  isPartial,
} from '#lib/server/import/read/columns.ts'
import type { ImportMap } from '#lib/server/import/read/map.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import type { Refusals } from '#lib/server/import/read/product.ts'
import { joinLines, type RawRow, type Open, readListRows } from './list-rows.ts'
import { PACK_COLUMNS, packColumnOf } from './pack-cells.ts'
import { expandPackList } from './pack-list.ts'

/** A list of whole products that says the same as one that does not, but for the rows that are refused. */
export type WholeList = {
  text: string
  refusals: Refusals
  /** How it is read, where its columns are not ours. */
  map?: ImportMap
}

/**
 * The list, or the products.csv of a folder, that says the same of whole products; undefined where it does
 * already. One with other columns is read, and written, as its map says.
 */
export async function expandList(
  db: Kysely<Database>,
  path: string,
  map?: ImportMap,
): Promise<WholeList | undefined> {
  const found = await stat(path).catch(() => undefined)
  const file = found?.isDirectory() ? join(path, 'products.csv') : path
  if (!(await stat(file).catch(() => undefined))?.isFile()) return undefined
  const now = Date.now()
  if (map) {
    const whole = await expandPackList(db, () => createReadStream(file), now, map)
    // It is written as UTF-8, whatever it was.
    return whole && { ...whole, map: { ...map, encoding: 'utf-8' } }
  }
  const text = await addCompanions(db, () => createReadStream(file), now)
  const open =
    text === undefined ? () => createReadStream(file) : () => Readable.from(Buffer.from(text))
  const ofPacks = await expandPackList(db, open, now)
  return ofPacks ?? (text === undefined ? undefined : { text, refusals: new Map() })
}

/**
 * `sku,saleprice` says too little alone: what a sale is compared with, price and packs, is added from the
 * shop, as is the category of a sub-category. Undefined of any list that needs nothing.
 */
async function addCompanions(
  db: Kysely<Database>,
  open: Open,
  now: number,
): Promise<string | undefined> {
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
  for (const { line, texts } of rows) {
    const row = known.get(texts[at] ?? '')
    lines[line - 1] = csvLine([...texts, ...added.map((column) => cellOf(column, row))])
  }
  return joinLines(lines)
}

/** The product's own price is that of its first pack, which a list need not repeat. */
const cellOf = (column: ExportColumn, row: ExportedRow | undefined): string => {
  const isOfPacks = column === 'price' && row !== undefined && packColumnOf(row) !== undefined
  return isOfPacks ? '' : (row?.[column] ?? '')
}

/** Columns that a list of some fields needs beside those it has. */
function missing(said: ReadonlySet<string>): ExportColumn[] {
  const columns = new Set([...said].filter(isColumn))
  if (!isPartial(columns)) return []
  const all = new Set<string>(columns)
  // A time of a sale is one of its price, and of its other end.
  if (all.has('saleuntil') && !all.has('saleprice')) all.add('salefrom')
  if (all.has('salefrom') && !all.has('saleprice')) all.add('saleuntil')
  for (const column of all) {
    const companion = isColumn(column) && column !== 'stockwas' && COMPANIONS[column]
    if (companion) all.add(companion)
  }
  const hasPacks = PACK_COLUMNS.some((column) => all.has(column))
  if (all.has('saleprice') && !hasPacks) for (const column of PACK_COLUMNS) all.add(column)
  return [...all].flatMap((name) =>
    isColumn(name) && name !== 'withdrawn' && !columns.has(name) ? [name] : [],
  )
}

/** The header and rows of a list that needs columns; undefined of one that is not whole, or needs none. */
async function readLines(open: Open): Promise<RawRow[] | undefined> {
  const lines: RawRow[] = []
  for await (const row of readListRows(open)) {
    const width = lines[0]?.texts.length ?? row.texts.length
    if (row.refusal || row.texts.length !== width) return undefined
    lines.push(row)
    const isHead = lines.length === 1
    if (isHead && missing(new Set(row.texts.map((name) => name.toLowerCase()))).length === 0)
      return undefined
  }
  return lines
}
