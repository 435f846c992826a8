import type { ColumnType, Generated } from 'kysely'

/** A column that is null unless a value is given. */
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** What an import changed, for an undo: for each item the changed fields before and after; null if it did not exist. */
export type ImportChangeTable = {
  import_id: number
  kind: 'product' | 'category' | 'banners' | 'shop' | 'content' | 'delivery' | 'synonyms'
  key: string
  before: string | null
  after: string | null
}

/** The last export. The stocks of a list without a stamp may be older than that. */
export type CatalogueExportTable = { id: number; stamp: number }

/** The units by which an import changed a stock because its list, from the export `stamp`, said so. */
export type ImportStockTable = {
  import_id: number
  product_id: string
  /** Empty if it is the product's own stock. */
  pack_label: string
  /** 0 if the list came from no export. */
  stamp: number
  units: number
  /** The change of the shortfall of promised units; negative if fewer are missing. */
  missing: Generated<number>
}

/** How an import relates to others, and who made it; empty for the command line. */
export type ImportUndoColumns = {
  editor: Generated<string>
  undoes: Optional<number>
  undone_by: Optional<number>
}

/** Of a product or pack: its sale price, and its regular prices while the sale is on. */
export type SaleColumns = {
  base_paise: Optional<number>
  base_oldprice_paise: Optional<number>
  sale_paise: Optional<number>
}

/** A product with a sale has `sale_from`, where 0 means at once; without `sale_until` the sale has no end. */
export type SaleTimeColumns = {
  sale_from: Optional<number>
  sale_until: Optional<number>
  sale_is_on: Generated<number>
}
