import { type Column, isPartial } from '#lib/server/import/read/columns.ts'
import type { ExportMark, ImportedProduct, StockSaid } from '#lib/server/import/read/product.ts'
import { rowReasons } from '#lib/texts/page/row-reasons.ts'
import { keepsPacks, type StoredProduct } from '#lib/server/import/apply/product-merge.ts'

/** What a row says of the stocks of a product that the shop has. */
export type RowStocks = {
  /** Names of the packs that the product shall have; none where its own stock counts. */
  labels: string[]
  /** In the same order; undefined where the list says nothing. */
  stocks: (StockSaid | undefined)[] | undefined
  exported: ExportMark | null
}

/** What a row of a list with these columns says; `packs` are those that the product shall have. */
export function rowStocks(
  row: Pick<ImportedProduct, 'stocks' | 'exported'>,
  known: StoredProduct,
  packs: readonly { label: string }[],
  columns: Set<Column>,
): RowStocks {
  const isSaid = columns.has('stock') && (isPartial(columns) || !keepsPacks(known, columns))
  const labels = packs.map(({ label }) => label)
  return { labels, stocks: isSaid ? row.stocks : undefined, exported: row.exported }
}

/** Why a list that says nothing of packs has not as many stocks as the product has of them. */
export function countOfPacks(
  row: Pick<ImportedProduct, 'stocks' | 'packs'>,
  known: StoredProduct,
  columns: Set<Column>,
): string | undefined {
  if (!isPartial(columns) || !columns.has('stock') || row.packs.length > 0) return undefined
  const packs = keepsPacks(known, columns) ? known.packs.length : 1
  return row.stocks.length === packs ? undefined : rowReasons.stockCount(row.stocks.length, packs)
}
