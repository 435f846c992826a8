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
/** What a list may have; no export has `withdrawn`, for it has products on sale only. */
export type Column = ExportColumn | 'withdrawn'

/** What a product begins with. A list without them changes products that are there. */
export const REQUIRED: readonly Column[] = ['sku', 'name', 'category', 'price']

/** Columns that say nothing without another one beside them. */
export const COMPANIONS: Partial<Record<Column, Column>> = {
  oldprice: 'price',
  saleprice: 'price',
  salefrom: 'saleprice',
  saleuntil: 'saleprice',
  subcategory: 'category',
  stockwas: 'stock',
}

/** Whether a list lacks what new products need: `sku,price` changes prices, and nothing else. */
export const isPartial = (columns: ReadonlySet<Column>): boolean =>
  REQUIRED.some((column) => !columns.has(column))

export function isColumn(name: string): name is Column {
  return name === 'withdrawn' || COLUMNS.some((column) => column === name)
}
