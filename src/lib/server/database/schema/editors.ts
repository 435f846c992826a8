import type { ColumnType, Generated } from 'kysely'

/** Null unless it is given. */
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/**
 * What an import changed, to take it back: of each thing the fields that changed, as they were and
 * as they became; null where there was nothing.
 */
export type ImportChangeTable = {
  import_id: number
  kind: 'product' | 'category' | 'banners' | 'shop' | 'content' | 'delivery' | 'synonyms'
  key: string
  before: string | null
  after: string | null
}

/** The last export; what a list says that came from no export is older than that, or may be. */
export type CatalogueExportTable = { id: number; stamp: number }

/** By how many units an import changed a stock because its list, of the export `stamp`, said so. */
export type ImportStockTable = {
  import_id: number
  product_id: string
  /** Empty where the product's own stock counts. */
  pack_label: string
  /** 0 where the list came from no export. */
  stamp: number
  units: number
  /** By how many units more is missing since of what is promised; fewer are below zero. */
  missing: Generated<number>
}

/** How an import stands to others, and who made it; empty for the command line. */
export type ImportUndoColumns = {
  editor: Generated<string>
  undoes: Optional<number>
  undone_by: Optional<number>
}

/** Of a product or a pack: its sale price, and the price of before while the sale is on. */
export type SaleColumns = {
  base_paise: Optional<number>
  base_oldprice_paise: Optional<number>
  sale_paise: Optional<number>
}

/** A product with a sale has `sale_from`, 0 for at once; without `sale_until` the sale goes on. */
export type SaleTimeColumns = {
  sale_from: Optional<number>
  sale_until: Optional<number>
  sale_is_on: Generated<number>
}
