import type { Column } from './columns.ts'
import type { RowFault } from './product.ts'

/** What a product file said. `parsed` counts rows; faults of the whole file are no rows. */
export type ProductFileReport = {
  parsed: number
  rejected: number
  faults: RowFault[]
  warnings: string[]
  /** The columns that the file has; empty when it could not be read at all. */
  columns: Set<Column>
  isReadable: boolean
}

/** What a folder without products.csv says of products: nothing, so that they stay as they are. */
export function noProducts(): ProductFileReport {
  const nothing = { parsed: 0, rejected: 0, faults: [], warnings: [] }
  return { ...nothing, columns: new Set(), isReadable: true }
}

/** The report of a file of which no row can be read. */
export function unreadable(reason: string): ProductFileReport {
  const fault = { line: 1, sku: '', column: null, reason }
  const nothing = { parsed: 0, rejected: 0, warnings: [], columns: new Set<Column>() }
  return { ...nothing, faults: [fault], isReadable: false }
}
