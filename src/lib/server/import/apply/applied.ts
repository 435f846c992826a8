import type { Trx } from '#lib/server/database/schema.ts'
import type { RowFault } from '#lib/server/import/read/product/product.ts'
import type { AlarmFacts } from './describe/alarm-facts.ts'
import type { Alarm } from './describe/alarms.ts'
import type { FieldChange } from './describe/describe-changes.ts'
import type { SharedIds } from './describe/shared-ids.ts'
import type { Unrated } from './describe/unrated.ts'
import type { ShownConflict } from './merge/describe-conflicts.ts'
import type { StrayReturn } from './follow-returns.ts'
import type { KeptPacks } from './product-merge.ts'
import type { PageChange } from './product-names.ts'
import type { StockAsks } from './stocks/stock-book.ts'

/** The result of an import, or of a dry run. */
export type Applied = {
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  pages: PageChange[]
  /** In a dry run: each field that would change. */
  changes: FieldChange[]
  /** In a dry run: what looks like a slip. `products` is the number of products that alarms are weighed against. */
  alarms: Alarm[]
  products?: number
  /** In a dry run: categories and brands that are new to the shop, in words. */
  newNames?: string[]
  /** After a real import: what its editor should know. */
  notes?: string[]
  facts?: AlarmFacts
  /** The import's number; null if nothing changed, and in a dry run. */
  import: number | null
  /** Products whose price in the list has no effect, because their packs have prices of their own. */
  packsKept: KeptPacks[]
  /** Files beside the products that do not count, because something of them is refused. */
  partsKept: string[]
  /** Rows refused because they do not fit what the shop has. */
  refused: RowFault[]
  /** Units that the list would bring back although they were sold, where the editor has to decide. */
  asks: StockAsks & { isSinceExport: boolean }
  stocksShort: number
  /** Changes other than to products, in words. */
  others?: string[]
  /** Links of its banners that lead to no page of this shop. */
  strayLinks?: string[]
  /** Names in its shop.json of what is not taken back that nothing in the shop has. */
  strayReturns?: StrayReturn[]
  /** Ids in the merchant feed that two products would have. */
  sharedIds?: SharedIds | undefined
  /** Products that have come to be without a GST rate, in a shop that collects GST. */
  unrated?: Unrated | undefined
  /** Fields of shop.json that stay as they are, because only an owner may change them. */
  ownersKept: string[]
  /**
   * Fields that others changed differently since the list was written; they stay as they are until the editor
   * decides.
   */
  conflicts: ShownConflict[]
  /** How many fields keep the value that others gave them since, because the list does not change them. */
  kept: number
}

/** Finds the pages that change, from the names that the change announces to the publisher. */
export type FindPages = (trx: Trx, names: Set<string>) => Promise<PageChange[]>

/** Runs in the transaction of an import, before it commits. */
export type OnApplied = (trx: Trx, applied: Applied) => Promise<void>
