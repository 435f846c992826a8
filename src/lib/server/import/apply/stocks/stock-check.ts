import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { type Column, isPartial, REQUIRED } from '#lib/server/import/read/columns/columns.ts'
import type { ImportedProduct, RowFault } from '#lib/server/import/read/product/product.ts'
import { keepsPacks } from '#lib/server/import/apply/product-merge.ts'
import { loadStored, unlocked } from '#lib/server/import/apply/product-rows.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { rowStocks } from './row-stocks.ts'
import { type StockAsks, StockBook } from './stock-book.ts'
import type { StockMode } from '#lib/server/import/read/plan.ts'
import { lastExport, loadFigures } from './stock-figures.ts'

type Row = Pick<ImportedProduct, 'sku' | 'stocks' | 'exported'> & {
  line: number
  packs: { label: string }[]
}
type Asks = StockAsks & { isSinceExport: boolean }

const BATCH = 400

/** Asks whether to overwrite stocks, in words. */
export const overwritten = ({ products, units, isSinceExport }: Asks): string =>
  rowReasons.stockOverwritten(products, units, isSinceExport)

/** The fault for which a whole list is refused that would bring sold units back. */
export const askFault = (asks: Asks): RowFault => ({
  ...{ line: 1, sku: '', column: 'stock', reason: overwritten(asks) },
})

/** Checks what the stocks of a list would do to those of the shop, without changing anything. */
export class StockCheck {
  #rows: Row[] = []

  add({ sku, stocks, exported, packs }: ImportedProduct, line: number): void {
    this.#rows.push({ sku, line, stocks, exported, packs: packs.map(({ label }) => ({ label })) })
  }

  async run(db: Db, columns: Set<Column>, mode: StockMode): Promise<RowFault[]> {
    const book = new StockBook(mode)
    const faults: RowFault[] = []
    const since = await inSnapshot(db, async (trx) => {
      const stamp = await lastExport(trx)
      for (let at = 0; at < this.#rows.length; at += BATCH) {
        const rows = this.#rows.slice(at, at + BATCH)
        const skus = rows.map(({ sku }) => sku)
        const stored = await loadStored(trx, 'sku', skus, unlocked)
        const ids = [...stored.values()].map(({ id }) => id)
        book.use(await loadFigures(trx, ids, stamp))
        for (const row of rows) {
          const { sku, line } = row
          const known = stored.get(sku)
          if (!known) {
            // The same words as in an import that creates no products.
            const reason = fileReasons.newNeeds(REQUIRED.slice(1))
            if (isPartial(columns)) faults.push({ line, sku, column: 'sku', reason })
            continue
          }
          const packs = keepsPacks(row, known, columns) ? known.packs : row.packs
          const settled = book.settle(known, rowStocks(row, known, packs, columns))
          if ('reason' in settled) {
            faults.push({ line, sku, column: 'stock', reason: settled.reason })
          }
        }
      }
      return stamp
    })
    if (book.asks.products === 0) return faults
    return [
      ...faults,
      askFault({ ...book.asks, isSinceExport: since !== undefined && !book.isOlder }),
    ]
  }
}
