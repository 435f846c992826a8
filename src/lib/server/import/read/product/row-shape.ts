import { rowReasons } from '#lib/texts/page/row-reasons.ts'
import type { RowRefusal } from './product.ts'
import type { ShapeFault } from '#lib/server/import/read/list/records.ts'

/** Why a malformed row is refused; `names` are the list's columns. */
export function describeShape(fault: ShapeFault, names: readonly string[]): RowRefusal {
  const column = fault.column === null ? null : (names[fault.column] ?? null)
  if (fault.kind === 'openQuote') return { column, reason: rowReasons.openQuote }
  if (fault.kind === 'strayQuote') return { column, reason: rowReasons.strayQuote(fault.line) }
  return { column, reason: rowReasons.rowTooLarge(fault.column !== null) }
}
