import type { Trx } from '#lib/server/database/schema.ts'
import type { RowFault } from '#lib/server/import/read/product.ts'
import type { AlarmFacts } from './describe/alarm-facts.ts'
import type { Alarm } from './describe/alarms.ts'
import type { FieldChange } from './describe/describe-changes.ts'
import type { ShownConflict } from './merge/describe-conflicts.ts'
import type { KeptPacks } from './product-merge.ts'
import type { PageChange } from './product-names.ts'
import type { StockAsks } from './stocks/stock-book.ts'

/** What an import came to, or would come to. */
export type Applied = {
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  pages: PageChange[]
  /** Of a dry run: each field that would change. */
  changes: FieldChange[]
  /** Of a dry run: what looks like a slip, and how many products that is weighed against. */
  alarms: Alarm[]
  products?: number
  /** Of a dry run: categories and brands that the shop did not have, in words. */
  newNames?: string[]
  /** Of an import that is done: what its editor should know of it. */
  notes?: string[]
  facts?: AlarmFacts
  /** The import's number; null when nothing changed, or in a dry run. */
  import: number | null
  /** Products that have packs, whose prices the list does not change. */
  packsKept: KeptPacks[]
  /** Rows that do not fit what the shop has. */
  refused: RowFault[]
  /** Units that the list would bring back, where it is to be asked first. */
  asks: StockAsks & { isSinceExport: boolean }
  stocksShort: number
  /** What changes beside products, in words. */
  others?: string[]
  /** Links of its banners that lead to no page of this shop. */
  strayLinks?: string[]
  /** Fields of shop.json that stay, for they are the owner's to change. */
  ownersKept: string[]
  /** What others changed differently since the list was written; until it is answered nothing comes of that. */
  conflicts: ShownConflict[]
  /** How many fields stay as others made them since, for the list does not change them. */
  kept: number
}

/** Pages that a change touches, by the names that it announces. */
export type FindPages = (trx: Trx, names: Set<string>) => Promise<PageChange[]>

/** What is done in the transaction of an import. */
export type OnApplied = (trx: Trx, applied: Applied) => Promise<void>
