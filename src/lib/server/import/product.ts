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

/** A row of products.csv that was accepted, in the values that the tables keep. */
export type ImportedProduct = {
  sku: string
  name: string
  brand: string
  category: string
  subcategory: string
  description: string
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
  unit: string
  is_featured: number
  rams: string
  sizes: string
  weights: string
  pack_kind: 'ram' | 'size' | 'weight' | null
  countries: string
  aliases: string
  gtin: string
  initial_rating: number | null
  specs: string
  hsn: string
  gst_percent: number | null
  veg: 'veg' | 'nonveg' | ''
  origin: string
  shelflife: string
  sale_paise: number | null
  /** Null where there is no sale; 0 for at once. */
  sale_from: number | null
  sale_until: number | null
  packs: ImportedPack[]
  images: string[]
}

/** Why a row is refused. `column` is null where its shape is wrong. */
export type RowFault = { line: number; sku: string; column: string | null; reason: string }

/** The texts of a row by column. */
export type RowTexts = (column: Column) => string
