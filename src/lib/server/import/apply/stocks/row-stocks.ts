import { type Column, isPartial } from '#lib/server/import/read/columns/columns.ts'
import type {
  ExportMark,
  ImportedProduct,
  StockSaid,
} from '#lib/server/import/read/product/product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { keepsPacks, type StoredProduct } from '#lib/server/import/apply/product-merge.ts'

/** What a row says about the stocks of an existing product. */
export type RowStocks = {
  /** Labels of the packs that the product will have; empty if it has none and its own stock counts. */
  labels: string[]
  /** In the order of the labels; undefined where the list says nothing. */
  stocks: (StockSaid | undefined)[] | undefined
  exported: ExportMark | null
}

/**
 * What a row says about stocks, in a list with these columns.
 * @param packs the packs that the product will have
 */
export function rowStocks(
  row: Pick<ImportedProduct, 'stocks' | 'exported'> & { packs: readonly unknown[] },
  known: StoredProduct,
  packs: readonly { label: string }[],
  columns: Set<Column>,
): RowStocks {
  const isSaid = columns.has('stock') && (isPartial(columns) || !keepsPacks(row, known, columns))
  const labels = packs.map(({ label }) => label)
  return { labels, stocks: isSaid ? row.stocks : undefined, exported: row.exported }
}

/**
 * Why a list without pack columns is refused if its number of stocks differs from the product's number of packs;
 * undefined if it fits.
 */
export function countOfPacks(
  row: Pick<ImportedProduct, 'stocks' | 'packs'>,
  known: StoredProduct,
  columns: Set<Column>,
): string | undefined {
  if (!isPartial(columns) || !columns.has('stock') || row.packs.length > 0) return undefined
  const packs = keepsPacks(row, known, columns) ? known.packs.length : 1
  return row.stocks.length === packs ? undefined : rowReasons.stockCount(row.stocks.length, packs)
}
