import type { Selectable } from 'kysely'
import type { ProductFields } from '#lib/server/database/schema.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'

/** A pack as stored. */
export type ImportedPack = {
  label: string
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
  sale_paise: number | null
  base_paise: number | null
  base_oldprice_paise: number | null
}

/** What a row says about a stock: a number of units, a difference (`isMore`), or null for not counted. */
export type StockSaid = {
  units: number | null
  isMore: boolean
  /** For a count that outweighs what others did to the stock since: the sum of their changes. */
  others?: number
}

/**
 * The column stockwas: when the list was exported, the shop's last import then, and the stocks at that time by
 * pack label.
 */
export type ExportMark = {
  stamp: number
  after?: number
  stocks: Record<string, number | null>
}

/** An accepted row of products.csv, in the values that the tables hold. */
export type ImportedProduct = Selectable<ProductFields> & {
  category: string
  subcategory: string
  sale_paise: number | null
  /** Null without a sale; 0 for a sale that starts at once. */
  sale_from: number | null
  sale_until: number | null
  packs: ImportedPack[]
  /** One for each pack, or for the product itself. */
  stocks: StockSaid[]
  exported: ExportMark | null
  images: string[]
  /** In another shop's export: whether a product that the shop has keeps its pictures, as none came along. */
  keepsImages?: boolean
  /** Whether the row withdraws the product. */
  isWithdrawn: boolean
}

/** Faults for which the shop offers a remedy, not only an explanation. */
export type FaultCode = 'brokenLetters' | 'monthFirst' | 'tooOld'

/** Why a row is refused. `column` is null if the row as a whole is malformed. */
export type RowFault = {
  line: number
  sku: string
  column: string | null
  reason: string
  code?: FaultCode
}

/**
 * A malformed row is of an uncertain product unless the SKU is its first field, or may even have swallowed the rows
 * after it.
 */
export type RowDoubt = 'sku' | 'rows'
export type RowRefusal = Pick<RowFault, 'column' | 'reason'> & { doubt?: RowDoubt }
/** Rows refused before they are read as products, by line. */
export type Refusals = ReadonlyMap<number, RowRefusal>

/** Returns the text of a row's column. */
export type RowTexts = (column: Column) => string
