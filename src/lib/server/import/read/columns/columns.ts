/** The columns of products.csv, in the order of an export. */
export const COLUMNS = [
  'sku',
  'name',
  'brand',
  'category',
  'subcategory',
  'description',
  'price',
  'oldprice',
  'images',
  'ram',
  'size',
  'weight',
  'countries',
  'stock',
  'unit',
  'featured',
  'aliases',
  'gtin',
  'rating',
  'specs',
  'hsn',
  'gst',
  'veg',
  'origin',
  'shelflife',
  'reorder',
  'saleprice',
  'salefrom',
  'saleuntil',
  'cost',
  'stockwas',
] as const
export type ExportColumn = (typeof COLUMNS)[number]
/** All columns that a list may have. Exports lack `withdrawn`, since they only have products on sale. */
export type Column = ExportColumn | 'withdrawn'

/** Columns needed to create a product. A list without them only changes existing products. */
export const REQUIRED: readonly Column[] = ['sku', 'name', 'category', 'price']

/** Columns that only make sense together with another one. */
export const COMPANIONS: Partial<Record<Column, Column>> = {
  oldprice: 'price',
  saleprice: 'price',
  salefrom: 'saleprice',
  saleuntil: 'saleprice',
  subcategory: 'category',
  stockwas: 'stock',
}

/** Whether a list lacks columns that new products need: `sku,price` only changes prices. */
export const isPartial = (columns: ReadonlySet<Column>): boolean =>
  REQUIRED.some((column) => !columns.has(column))

/** Whether a name is that of a column. */
export function isColumn(name: string): name is Column {
  return name === 'withdrawn' || COLUMNS.some((column) => column === name)
}
