import type { Selectable } from 'kysely'
import type { ProductFields } from '#lib/server/database/schema.ts'
import type { Column } from './columns.ts'

/** A pack as the table keeps it. */
export type ImportedPack = {
  label: string
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
  sale_paise: number | null
  base_paise: number | null
  base_oldprice_paise: number | null
}

/** What a row says of one stock: so many units, so many more or fewer, or (null) that none is counted. */
export type StockSaid = {
  units: number | null
  isMore: boolean
  /** Of a count that outweighs what others made of the stock since: how much that was. */
  others?: number
}

/**
 * The column stockwas: when the list was exported, after which import, and the stocks at that moment by
 * pack.
 */
export type ExportMark = {
  stamp: number
  after?: number
  stocks: Record<string, number | null>
}

/** A row of products.csv that was accepted, in the values that the tables keep. */
export type ImportedProduct = Selectable<ProductFields> & {
  category: string
  subcategory: string
  sale_paise: number | null
  /** Null where there is no sale; 0 for at once. */
  sale_from: number | null
  sale_until: number | null
  packs: ImportedPack[]
  /** Of each pack, or of the product itself. */
  stocks: StockSaid[]
  exported: ExportMark | null
  images: string[]
  /** The row says that the product leaves the shop. */
  isWithdrawn: boolean
}

/** What of a fault more than its reader has to know: there is a help for it. */
export type FaultCode = 'brokenLetters' | 'monthFirst'

/** Why a row is refused. `column` is null where its shape is wrong. */
export type RowFault = {
  line: number
  sku: string
  column: string | null
  reason: string
  code?: FaultCode
}

export type RowRefusal = Pick<RowFault, 'column' | 'reason'>
/** Rows by their lines that are refused before they are read as products. */
export type Refusals = ReadonlyMap<number, RowRefusal>

/** The texts of a row by column. */
export type RowTexts = (column: Column) => string
