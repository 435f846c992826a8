import { findLabel, isSameLabel } from '#lib/catalogue/pack-label.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { isColumn } from '#lib/server/import/read/columns/columns.ts'
import type { RowRefusal } from '#lib/server/import/read/product/product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { type PackKind, packsOf } from './pack-cells.ts'
import { isLabel, isNameless, isSeveral, type PackHead, type PackRow } from './read-pack-rows.ts'
import { OF_PACKS } from './with-packs.ts'

/**
 * Sorts the rows of a product with packs: those that each name a pack, and those that do not fit, with the reason.
 */
export function sortRows(
  rows: readonly PackRow[],
  kind: PackKind,
  head: PackHead,
  row: ExportedRow,
): { said: PackRow[]; refusals: Map<number, RowRefusal> } {
  const said: PackRow[] = []
  const refusals = new Map<number, RowRefusal>()
  const hasLabel = rows.some(({ cell }) => isLabel(cell(kind)))
  const isForgotten = head.isShort && rows.some(({ cell }) => isNameless(cell))
  // A list may also have products with all their packs in one row, or, if complete, without any packs.
  if (!hasLabel && !isForgotten) return { said, refusals }
  for (const one of rows) {
    const refusal = whyNot(one, said, kind, { head, row })
    if (refusal) refusals.set(one.line, refusal)
    else said.push(one)
  }
  return { said, refusals }
}

function whyNot(
  { cell, texts }: PackRow,
  before: readonly PackRow[],
  kind: PackKind,
  { head, row }: { head: PackHead; row: ExportedRow },
): RowRefusal | undefined {
  const label = cell(kind)
  if (isSeveral(label)) return { column: kind, reason: rowReasons.packsBesideRows }
  const labels = packsOf(row).map((pack) => pack.label)
  if (label === '') return { column: kind, reason: rowReasons.packUnnamed(labels) }
  const known = findLabel(labels, label)
  const twin = before.find((other) => {
    const twinOf = findLabel(labels, other.cell(kind))
    return twinOf === known && (known !== undefined || isSameLabel(other.cell(kind), label))
  })
  if (twin) return { column: kind, reason: rowReasons.packTwice(label, twin.line) }
  for (const [at, column] of head.names.entries()) {
    if (!isColumn(column) || column === kind || OF_PACKS.has(column)) continue
    const text = texts[at] ?? ''
    const other = before.find(({ texts: some }) => (some[at] ?? '') !== '')
    if (text !== '' && other && other.texts[at] !== text)
      return { column, reason: rowReasons.packRowsDiffer(column, other.line) }
  }
  return undefined
}
