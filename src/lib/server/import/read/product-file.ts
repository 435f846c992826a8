import { ListRefused } from './list/list-refused.ts'
import type { ImportMap } from './columns/map.ts'
import { openList, type OpenList } from './list/open-list.ts'
import type { Refusals } from './product/product.ts'
import { type AcceptedRow, ProductFileReader } from './product-file-reader.ts'
import { type ProductFileReport, unreadable } from './product-file-report.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'

/** More rows are not from a shop of this size; it also limits memory. */
export const MAX_ROWS = 200_000

/**
 * Reads products.csv row by row and passes each good row to `take`. The file is opened twice: to find out how it
 * was saved, and to read it.
 * @param refusals rows known to be faulty
 * @returns the report with all faults
 */
export async function readProductFile(
  open: () => AsyncIterable<Buffer>,
  map: ImportMap | undefined,
  take: (row: AcceptedRow) => Promise<void> | void,
  refusals: Refusals = new Map(),
): Promise<ProductFileReport> {
  try {
    const list = await openList(open)
    return await readRows(list, new ProductFileReader(map, list, refusals), take)
  } catch (error) {
    if (error instanceof ListRefused) return unreadable(error.message)
    throw error
  }
}

async function readRows(
  list: OpenList,
  reader: ProductFileReader,
  take: (row: AcceptedRow) => Promise<void> | void,
): Promise<ProductFileReport> {
  for await (const record of list.rows) {
    const faults = reader.header(record)
    if (faults) return reader.unreadable(faults)
    const accepted = reader.row(record)
    if (accepted) await take(accepted)
    if (reader.report.parsed > MAX_ROWS) {
      return reader.unreadable([{ column: null, reason: fileReasons.tooManyRows(MAX_ROWS) }])
    }
  }
  return reader.finish()
}
