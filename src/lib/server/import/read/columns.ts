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
  'saleprice',
  'salefrom',
  'saleuntil',
  'stockwas',
] as const
export type Column = (typeof COLUMNS)[number]

/** Without these a file is no product list. */
export const REQUIRED: readonly Column[] = ['sku', 'name', 'category', 'price']

export function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name)
}
