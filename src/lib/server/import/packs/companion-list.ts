import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
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
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { fieldEncoding } from '#lib/server/import/read/file-form.ts'
import { ListRefused } from '#lib/server/import/read/list-refused.ts'
import { openList, type OpenList } from '#lib/server/import/read/open-list.ts'
import { decodeField } from '#lib/server/import/read/text.ts'
import { PACK_COLUMNS, packColumnOf } from './pack-cells.ts'
import { expandPackList } from './pack-list.ts'

/** The list that says the same of whole products; undefined where a list does already. */
export async function expandList(
  db: Kysely<Database>,
  path: string,
  now = Date.now(),
): Promise<string | undefined> {
  return (await expandPackList(db, path, now)) ?? (await addCompanions(db, path, now))
}

/**
 * `sku,saleprice` says too little alone: what a sale is compared with, price and packs, is added from the
 * shop, as is the category of a sub-category. Undefined of any list that needs nothing, and of a folder.
 */
async function addCompanions(
  db: Kysely<Database>,
  path: string,
  now: number,
): Promise<string | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined
  const list = await readLines(() => createReadStream(path))
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
  return Array.from(lines, (line) => line ?? '\r\n').join('')
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

type Line = { line: number; texts: string[] }

/** The rows of a list as texts; undefined of one that is not whole, whose faults are told of it as it is. */
async function readLines(open: () => AsyncIterable<Buffer>): Promise<Line[] | undefined> {
  try {
    const list = await openList(open)
    try {
      return await linesOf(list)
    } finally {
      await list.close()
    }
  } catch (error) {
    if (error instanceof ListRefused) return undefined
    throw error
  }
}

async function linesOf({ form, rows }: OpenList): Promise<Line[] | undefined> {
  const encoding = fieldEncoding(form)
  const lines: Line[] = []
  let width = 0
  for await (const { line, fields, fault } of rows) {
    const texts = fields.map((field) => decodeField(field, encoding)?.trim())
    const isBlank = !fault && texts.every((text) => text === '')
    if (lines.length > 0 && isBlank) continue
    if (lines.length === 0) width = texts.length
    const whole = texts.flatMap((text) => text ?? [])
    if (fault || whole.length !== width) return undefined
    lines.push({ line, texts: whole })
    if (
      lines.length === 1 &&
      missing(new Set(whole.map((name) => name.toLowerCase()))).length === 0
    )
      return undefined
  }
  return lines
}
