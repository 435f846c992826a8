import { findBrokenLetters } from '#lib/server/import/read/text/broken-letters.ts'
import { fieldEncoding } from '#lib/server/import/read/list/file-form.ts'
import { formNotes } from '#lib/server/import/read/list/form-notes.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { openList, type OpenList } from '#lib/server/import/read/list/open-list.ts'
import type { FaultCode, RowFault } from '#lib/server/import/read/product/product.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { CsvRecord } from '#lib/server/import/read/list/records.ts'
import {
  decodeField,
  type Encoding,
  findForbidden,
  oneLine,
  unprotectFormula,
} from '#lib/server/import/read/text/text.ts'

/** A row of a small table, with its fields by column. */
export type TableRow<Name extends string> = {
  line: number
  text: (column: Name, most: number) => string
  /** Whether the file has the column. */
  has: (column: Name) => boolean
  fault: (column: string | null, reason: string) => void
}
type ReadableRow<Name extends string> = TableRow<Name> & {
  /** Like `text`, but an empty text is a fault. */
  need: (column: Name, most: number) => string
}

export type Table<Row> = { rows: Row[]; faults: RowFault[]; warnings: string[] }

type Refuse = (line: number, column: string | null, reason: string, code?: FaultCode) => undefined

/**
 * Reads a small table such as categories.csv or banners.csv as strictly as the products, however it was saved; rows
 * with faults are left out.
 */
export async function readTable<Name extends string, Row>(
  open: () => AsyncIterable<Buffer>,
  columns: readonly Name[],
  required: readonly Name[],
  read: (row: ReadableRow<Name>) => Row,
): Promise<Table<Row>> {
  const table: Table<Row> = { rows: [], faults: [], warnings: [] }
  const refuse: Refuse = (line, column, reason, code) => {
    table.faults.push({ line, sku: '', column, reason, ...(code && { code }) })
  }
  try {
    const list = await openList(open)
    table.warnings.push(...list.warnings, ...formNotes(list.form))
    await readRows(list, { table, columns, required, read, refuse })
    await list.close()
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error
    refuse(1, null, error.message)
  }
  return table
}

type Reading<Name extends string, Row> = {
  table: Table<Row>
  columns: readonly Name[]
  required: readonly Name[]
  read: (row: ReadableRow<Name>) => Row
  refuse: Refuse
}

async function readRows<Name extends string, Row>(
  { form, rows }: OpenList,
  { table, columns, required, read, refuse }: Reading<Name, Row>,
): Promise<void> {
  const encoding = fieldEncoding(form)
  let names: string[] | undefined
  for await (const record of rows) {
    if (names === undefined) {
      names = record.fields.map((field) =>
        (decodeField(field, encoding) ?? field).trim().toLowerCase(),
      )
      const missing = required.filter((column) => !names?.includes(column))
      for (const column of missing) refuse(1, column, fileReasons.columnMissing(column))
      const unknown = names.filter(
        (name) => name !== '' && !columns.some((column) => column === name),
      )
      if (unknown.length > 0) table.warnings.push(importWarnings.unknownColumns(unknown))
      if (missing.length > 0) break
    } else if (record.fault || record.fields.some((field) => field.trim() !== '')) {
      const row = toRow<Name>(record, { names, encoding }, refuse)
      const before = table.faults.length
      const value = row && read(row)
      if (value && table.faults.length === before) table.rows.push(value)
    }
  }
  if (names === undefined) refuse(1, null, fileReasons.fileEmpty)
}

function toRow<Name extends string>(
  { line, fields, fault }: CsvRecord,
  { names, encoding }: { names: string[]; encoding: Encoding },
  refuse: Refuse,
): ReadableRow<Name> | undefined {
  if (fault) {
    const column = fault.column === null ? null : (names[fault.column] ?? null)
    return refuse(
      line,
      column,
      fault.kind === 'strayQuote' ? rowReasons.strayQuote(fault.line) : rowReasons.openQuote,
    )
  }
  if (fields.length < names.length)
    return refuse(line, null, rowReasons.tooFewColumns(fields.length, names.length))
  if (fields.length > names.length)
    return refuse(line, null, rowReasons.tooManyColumns(fields.length, names.length))
  const text = (column: Name, most: number): string => {
    const decoded = decodeField(fields[names.indexOf(column)] ?? '', encoding)
    if (decoded === undefined) refuse(line, column, rowReasons.notUtf8)
    const broken = findBrokenLetters(decoded ?? '')
    if (broken !== undefined)
      refuse(line, column, rowReasons.brokenLetters(broken), 'brokenLetters')
    const forbidden = findForbidden(decoded ?? '')
    if (forbidden !== undefined) refuse(line, column, rowReasons.forbiddenCharacter(forbidden))
    const clean = unprotectFormula(oneLine(decoded ?? ''))
    if (clean.length > most) refuse(line, column, rowReasons.tooLong(column, clean.length, most))
    return clean
  }
  const need = (column: Name, most: number): string => {
    const before = text(column, most)
    if (before === '') refuse(line, column, fileReasons.valueMissing(column))
    return before
  }
  const has = (column: Name) => names.includes(column)
  return { line, text, need, has, fault: (column, reason) => refuse(line, column, reason) }
}
