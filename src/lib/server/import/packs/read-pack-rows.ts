import { type Column, isColumn, isPartial } from '#lib/server/import/read/columns/columns.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import type { RowRefusal } from '#lib/server/import/read/product/product.ts'
import { describeWidth } from '#lib/server/import/read/product/row-shape.ts'
import { MAX_ROWS } from '#lib/server/import/read/product-file.ts'
import { findCellError } from '#lib/server/import/read/text/cell-errors.ts'
import { oneLine } from '#lib/server/import/read/text/text.ts'
import { withPoint } from '#lib/server/import/read/columns/dates-and-prices.ts'
import { type RawRow, type Open, readListRows } from './list-rows.ts'
import { PACK_COLUMNS } from './pack-cells.ts'

/** A row of a list, with access to its cells. */
export type PackRow = RawRow & { cell: (column: Column) => string }

/**
 * The header of such a list. `isShort`: it only has prices or stocks, so that in a row without a label that may
 * have been forgotten. `names`: our columns, empty for others. `hasCommas`: prices have decimal commas.
 */
export type PackHead = {
  texts: string[]
  names: string[]
  columns: Set<Column>
  isShort: boolean
  hasCommas: boolean
}

/** SKUs of rows that may name one pack each; undefined if there are none. */
export async function findPackSkus(
  open: Open,
  map: ImportMap | undefined,
): Promise<string[] | undefined> {
  const skus = new Set<string>()
  let head: PackHead | undefined
  let count = 0
  for await (const row of readListRows(open)) {
    if (head) {
      const { cell, refusal } = packRow(row, head)
      const hasLabel = PACK_COLUMNS.some((kind) => isLabel(cell(kind)))
      if (!refusal && (hasLabel || (head.isShort && isNameless(cell)))) skus.add(cell('sku'))
      if (++count > MAX_ROWS) return undefined
    } else head = readHead(row, map)
    if (!head) return undefined
  }
  return skus.size > 0 ? [...skus] : undefined
}

/** Whether a cell has packs with prices, or several choices. */
export const isSeveral = (text: string): boolean => /[=|]/.test(text)
/** Whether a cell has the label of a single pack. */
export const isLabel = (text: string): boolean => text !== '' && !isSeveral(text)

/** Whether a row has neither packs nor choices. */
export const isNameless = (cell: PackRow['cell']): boolean =>
  PACK_COLUMNS.every((kind) => cell(kind) === '')

/** The header and all rows of such a list; undefined for any other list. */
export async function readPackRows(
  open: Open,
  map: ImportMap | undefined,
): Promise<{ head: PackHead; rows: PackRow[] } | undefined> {
  let head: PackHead | undefined
  const rows: PackRow[] = []
  for await (const row of readListRows(open)) {
    if (head) rows.push(packRow(row, head))
    else head = readHead(row, map)
    if (!head) return undefined
  }
  return head && { head, rows }
}

const OFFER = ['price', 'oldprice', 'stock', 'cost', 'saleprice'] as const

/** Reads the header; undefined if it is not that of products and their packs. */
function readHead({ texts, refusal }: RawRow, map: ImportMap | undefined): PackHead | undefined {
  const names = texts.map((name) => (map ? (ownName(map, name) ?? '') : name.toLowerCase()))
  const columns = new Set(names.filter(isColumn))
  const hasTwice = names.filter(isColumn).length > columns.size
  const hasPacks = PACK_COLUMNS.some((kind) => columns.has(kind))
  if (refusal || hasTwice || !hasPacks || !columns.has('sku')) return undefined
  const all = new Set([...columns, ...(map?.sources.keys() ?? [])])
  const isShort = isPartial(all) && OFFER.some((column) => columns.has(column))
  return { texts, names, columns, isShort, hasCommas: map?.decimals === 'comma' }
}

/** Our name for a foreign list's column. */
const ownName = (map: ImportMap, name: string): Column | undefined =>
  [...map.sources].find(([, source]) => 'column' in source && source.column === name)?.[0]

const PRICES: ReadonlySet<Column> = new Set(['price', 'oldprice', 'saleprice', 'cost'])

function packRow(row: RawRow, { names, texts, hasCommas }: PackHead): PackRow {
  const cell = (column: Column) => {
    const text = oneLine(row.texts[names.indexOf(column)] ?? '')
    return hasCommas && PRICES.has(column) ? withPoint(text) : text
  }
  const refusal = row.refusal ?? describeWidth(row.texts, texts.length) ?? cellError(row, names)
  return { ...row, cell, ...(refusal && { refusal }) }
}

/** The first cell of ours that has no value, because its formula failed. */
function cellError({ texts }: RawRow, names: readonly string[]): RowRefusal | undefined {
  for (const [at, column] of names.entries()) {
    const reason = isColumn(column) ? findCellError(texts[at] ?? '') : undefined
    if (reason !== undefined) return { column, reason }
  }
  return undefined
}
