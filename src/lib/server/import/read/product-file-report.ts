import type { Column } from './columns/columns.ts'
import type { RowFault } from './product/product.ts'

/** The result of reading a product file. `parsed` counts rows; faults of the whole file are not rows. */
export type ProductFileReport = {
  parsed: number
  rejected: number
  faults: RowFault[]
  /** Lines of refused rows that may be of other products than they say, or have swallowed other rows. */
  doubtful: number[]
  warnings: string[]
  /** The columns of the file; empty if it could not be read at all. */
  columns: Set<Column>
  isReadable: boolean
}

/** The report for a folder without products.csv: the products stay as they are. */
export function noProducts(): ProductFileReport {
  const nothing = { parsed: 0, rejected: 0, faults: [], doubtful: [], warnings: [] }
  return { ...nothing, columns: new Set(), isReadable: true }
}

/** The report of a file that cannot be read. */
export function unreadable(reason: string): ProductFileReport {
  const fault = { line: 1, sku: '', column: null, reason }
  const nothing = { parsed: 0, rejected: 0, doubtful: [], warnings: [], columns: new Set<Column>() }
  return { ...nothing, faults: [fault], isReadable: false }
}
