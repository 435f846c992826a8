import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import type { RowRefusal, Refusals } from '#lib/server/import/read/product/product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { joinLines, type Open } from './list-rows.ts'
import { type PackKind, packColumnOf } from './pack-cells.ts'
import {
  findPackSkus,
  isLabel,
  type PackHead,
  type PackRow,
  readPackRows,
} from './read-pack-rows.ts'
import { sortRows } from './sort-rows.ts'
import { withPacks } from './with-packs.ts'

/**
 * Turns a list with one pack per row, such as `sku,weight,price` with any other columns, into one of whole
 * products. The row of each product is on the line of its first pack. Rows of products without packs in that
 * column stay as they are.
 * @param refusals rows that are refused already
 * @returns the list and the refused rows; undefined for any other list
 */
export async function expandPackList(
  db: Db,
  open: Open,
  now: number,
  { map, refusals = new Map() }: { map?: ImportMap; refusals?: Refusals | undefined } = {},
): Promise<{ text: string; refusals: Refusals } | undefined> {
  const skus = await findPackSkus(open, map)
  if (!skus) return undefined
  const found = await inSnapshot(db, (trx) => exportedBySku(trx, skus, now))
  const known = new Map(found.map((row) => [row.sku, row]))
  if (!found.some(packColumnOf)) return undefined
  const list = await readPackRows(open, map)
  if (!list) return undefined
  const arePaise = map && [map.units.price, map.units.oldprice].includes('paise')
  return arePaise ? refusePacks(list, known) : expand(list, known, refusals)
}

/** Refuses the packs of a list in paise, since their prices would be mixed with the shop's, which are in rupees. */
function refusePacks(
  { head, rows }: { head: PackHead; rows: PackRow[] },
  known: ReadonlyMap<string, ExportedRow>,
): { text: string; refusals: Refusals } | undefined {
  const refusals = new Map<number, RowRefusal>()
  const lines: string[] = [csvLine(head.texts)]
  for (const { line, texts, cell } of rows) {
    lines[line - 1] = csvLine(texts)
    const row = known.get(cell('sku'))
    const kind = row && packColumnOf(row)
    if (kind && isLabel(cell(kind)))
      refusals.set(line, { column: kind, reason: rowReasons.packInPaise(cell(kind)) })
  }
  return refusals.size > 0 ? { text: joinLines(lines), refusals } : undefined
}

function expand(
  { head, rows }: { head: PackHead; rows: PackRow[] },
  known: ReadonlyMap<string, ExportedRow>,
  refused: Refusals,
): { text: string; refusals: Refusals } | undefined {
  const refusals = new Map(refused)
  const lines: string[] = [csvLine(head.texts)]
  const good = rows.filter(({ line, texts, refusal }) => {
    lines[line - 1] = csvLine(texts)
    if (refusal && !refusals.has(line)) refusals.set(line, refusal)
    return !refusals.has(line)
  })
  const kinds = new Set<PackKind>()
  for (const [sku, ofProduct] of Map.groupBy(good, ({ cell }) => cell('sku'))) {
    const row = known.get(sku)
    const kind = row && packColumnOf(row)
    if (!row || !kind || !head.columns.has(kind)) continue
    const sorted = sortRows(ofProduct, kind, head, row)
    for (const [line, refusal] of sorted.refusals) refusals.set(line, refusal)
    const [first, ...others] = sorted.said
    if (!first) continue
    kinds.add(kind)
    for (const { line } of others) lines[line - 1] = '\r\n'
    lines[first.line - 1] = csvLine(
      textsOf(head, sorted.said, withPacks(row, kind, sorted.said, head)),
    )
  }
  for (const { line, cell } of head.isShort ? good : []) {
    const kind = [...kinds].find((one) => cell(one).includes('='))
    if (kind) refusals.set(line, { column: kind, reason: rowReasons.packsBesideRows })
  }
  const isExpanded = kinds.size > 0 || refusals.size > 0
  // If a list names no pack of a product, its column is one of choices.
  return isExpanded ? { text: joinLines(lines), refusals } : undefined
}

/** The row of a product: its packs and, in other columns, what its rows say. */
function textsOf(
  { names }: PackHead,
  said: readonly PackRow[],
  cells: Partial<Record<string, string>>,
): string[] {
  return names.map((name, at) => {
    const own = said.map(({ texts }) => texts[at] ?? '')
    return cells[name] ?? own.find((text) => text !== '') ?? ''
  })
}
