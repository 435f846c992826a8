import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowDoubt, RowRefusal } from './product.ts'
import type { CsvRecord, ShapeFault } from '#lib/server/import/read/list/records.ts'

type MalformedRow = Pick<CsvRecord, 'line' | 'fields'> & { fault: ShapeFault }

/** Why a malformed row is refused; `names` are the list's columns. */
export function describeShape(row: MalformedRow, names: readonly string[]): RowRefusal {
  const { fault } = row
  const column = fault.column === null ? null : (names[fault.column] ?? null)
  return { column, reason: reasonOf(fault), doubt: doubtOf(row) }
}

function reasonOf(fault: ShapeFault): string {
  if (fault.kind === 'openQuote') return rowReasons.openQuote
  if (fault.kind === 'strayQuote') return rowReasons.strayQuote(fault.line)
  return rowReasons.rowTooLarge(fault.column !== null)
}

/** Why a row is refused that has more or fewer fields than the header; undefined if it has as many. */
export function describeWidth(fields: readonly string[], width: number): RowRefusal | undefined {
  const found = fields.length
  if (found === width) return undefined
  const reason = found < width ? rowReasons.tooFewColumns : rowReasons.tooManyColumns
  const hasBreak = fields.some((field) => field.includes('\n'))
  return { column: null, reason: reason(found, width), doubt: hasBreak ? 'rows' : 'sku' }
}

/** A quote that is not closed ends at a quote of a later row, or takes the rest of the file. */
function doubtOf({ line, fault }: MalformedRow): RowDoubt {
  const takesRows = fault.kind === 'openQuote' || (fault.kind === 'strayQuote' && fault.line > line)
  return takesRows ? 'rows' : 'sku'
}
