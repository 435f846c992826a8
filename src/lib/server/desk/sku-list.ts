import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#lib/result.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { ListFormat } from '#lib/server/database/schema/desk.ts'
import { exportedBySku } from '#lib/server/import/export/product-export.ts'
import { REQUIRED } from '#lib/server/import/read/columns/columns.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import type { FaultyCell } from '#lib/server/import/read/faulty-cells.ts'
import { fieldEncoding } from '#lib/server/import/read/list/file-form.ts'
import { guessMatching } from '#lib/server/import/read/columns/guess-matching.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { MAX_SYNONYMS } from '#lib/server/import/read/folder/synonyms-file.ts'
import { openList } from '#lib/server/import/read/list/open-list.ts'
import { ofUpload } from '#lib/texts/page/import/row-reasons.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { decodeField } from '#lib/server/import/read/text/text.ts'
import { rowPackLabels } from './products/row-edits.ts'
import type { UploadSource } from './task.ts'
import { writeMade } from './upload-files.ts'

/** Formats of lists that do one thing to every product they name; their other columns do not matter. */
export type SkuFormat = Extract<ListFormat, 'withdraw' | 'soldout'>
/** Whether a format is one of lists that only name SKUs. */
export const isSkuFormat = (format: ListFormat): format is SkuFormat =>
  format === 'withdraw' || format === 'soldout'

/** The most products that one query names. */
const BATCH = 500

type Row = { line: number; sku: string }
/** A list made from an editor's list; the editor's first line is `shift` lines further down in it. */
export type MadeList = { path: string; shift: number }

/**
 * Turns a list of SKUs, with or without other columns, into a list of ours beside it, which withdraws each product
 * or sets its stock to 0.
 * @returns where it is, or why it cannot be made
 */
export async function writeSkuList(
  db: Db,
  path: string,
  format: SkuFormat,
): Promise<Result<MadeList>> {
  const isFolder = (await stat(path)).isDirectory()
  const rows = await readSkus(isFolder ? join(path, 'products.csv') : path)
  if (!rows.ok) return rows
  // A list without a header gets one, so its rows are one line further down.
  const shift = rows.value.some(({ line }) => line === 1) ? 1 : 0
  const once = shifted(rows.value, shift)
  const text = await (format === 'withdraw' ? withdrawing(once) : soldOut(db, once))
  return { ok: true, value: { path: await writeMade(path, format, text), shift } }
}

/**
 * A fault with the line of the editor's own list, in words of the desk. An unknown SKU is called unknown: nobody
 * creates a product with such a list.
 */
export function ownFault(
  fault: FaultyCell,
  { format }: UploadSource,
  { shift }: MadeList,
): FaultyCell {
  const isNew = isSkuFormat(format) && fault.reason === fileReasons.newNeeds(REQUIRED.slice(1))
  const reason = isNew ? fileReasons.skuUnknown : ofUpload(ofForm(fault.reason, format))
  return { ...fault, reason, line: Math.max(1, fault.line - shift) }
}

/** A form has names of one thing between commas, its list between bars. */
const ofForm = (reason: string, format: UploadSource['format']) =>
  format === 'form'
    ? reason.replace(
        fileReasons.notSynonyms(MAX_SYNONYMS),
        fileReasons.notSynonymsTyped(MAX_SYNONYMS),
      )
    : reason

/** The rows with their lines in the new list; repeated SKUs are left out. */
function shifted(rows: Row[], shift: number): Row[] {
  const seen = new Set<string>()
  return rows
    .filter(({ sku }) => !seen.has(sku) && seen.add(sku))
    .map(({ line, sku }) => ({ line: line + shift, sku }))
}

const withdrawing = (rows: Row[]) => linesOf(['sku', 'withdrawn'], rows, ({ sku }) => [sku, 'yes'])

async function soldOut(db: Db, rows: Row[]): Promise<string> {
  const skus = rows.map(({ sku }) => sku)
  const found = await inSnapshot(db, (trx) => exportedBySku(trx, skus, Date.now()))
  const known = new Map(found.map((row) => [row.sku, row]))
  // A product that a list names is on sale again.
  const withdrawn = await withdrawnAmong(db, skus)
  const onSale = rows.filter(({ sku }) => !withdrawn.has(sku))
  return linesOf(['sku', 'stock', 'stockwas'], onSale, ({ sku }) => {
    const row = known.get(sku)
    const none = row ? rowPackLabels(row).map(() => '0') : ['0']
    return [sku, none.join('|'), row?.stockwas ?? '']
  })
}

async function withdrawnAmong(db: Db, skus: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < skus.length; at += BATCH) {
    const rows = await db
      .selectFrom('product')
      .select('sku')
      .where('sku', 'in', skus.slice(at, at + BATCH))
      .where('withdrawn_at', 'is not', null)
      .execute()
    for (const { sku } of rows) found.add(sku)
  }
  return found
}

function linesOf(names: string[], rows: Row[], cellsOf: (row: Row) => string[]): string {
  const lines: string[] = [csvLine(names)]
  for (const row of rows) lines[row.line - 1] = csvLine(cellsOf(row))
  return Array.from(lines, (line) => line ?? '\r\n').join('')
}

async function readSkus(path: string): Promise<Result<Row[]>> {
  try {
    const { form, rows } = await openList(() => createReadStream(path))
    const encoding = fieldEncoding(form)
    const found: Row[] = []
    let at: number | undefined
    for await (const { line, fields } of rows) {
      const texts = fields.map((field) => decodeField(field, encoding)?.trim() ?? '')
      if (at === undefined) {
        const { columns } = guessMatching({ names: texts, rows: [] })
        const named = texts.findIndex((name) => columns[name] === 'sku')
        if (named >= 0) at = named
        else if (texts.length > 1) return { ok: false, error: fileReasons.columnMissing('sku') }
        else at = 0
        // A single column needs no header.
        if (named >= 0) continue
      }
      const sku = texts[at] ?? ''
      if (sku !== '') found.push({ line, sku })
    }
    return { ok: true, value: found }
  } catch (error) {
    if (error instanceof ListRefused) return { ok: false, error: error.message }
    throw error
  }
}
