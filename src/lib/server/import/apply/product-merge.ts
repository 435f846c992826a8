import type { Selectable } from 'kysely'
import { CHOICE_KINDS, type ChoiceKind } from '#lib/catalogue/product.ts'
import type { ProductFields, ProductTable } from '#lib/server/database/schema.ts'
import { withoutSale, withSale } from '#lib/server/catalogue/sale-price.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'
import type { ImportedPack, ImportedProduct } from '#lib/server/import/read/product/product.ts'
import { matchPacks } from '#lib/server/import/apply/pack-renames.ts'

/** A product as stored, with its packs and pictures. */
export type StoredProduct = Selectable<ProductTable> & {
  packs: ImportedPack[]
  images: { file: string; picture_id: string }[]
}

/** Columns of the product table that an import may change. */
export const FIELDS = [
  'name',
  'brand',
  'category_id',
  'subcat_id',
  'description',
  'price_paise',
  'oldprice_paise',
  'stock',
  'unit',
  'is_featured',
  'rams',
  'sizes',
  'weights',
  'pack_kind',
  'countries',
  'aliases',
  'gtin',
  'initial_rating',
  'specs',
  'hsn',
  'gst_percent',
  'veg',
  'origin',
  'shelflife',
  'reorder',
  'cost',
  'base_paise',
  'base_oldprice_paise',
  'sale_paise',
  'sale_from',
  'sale_until',
  'sale_is_on',
] as const
type Field = (typeof FIELDS)[number]
/** Fields that a list would be read for and nobody would keep: there are none, or this file does not compile. */
type Unwritten = Exclude<keyof ProductFields, Field | 'sku'>

/** What a product is to become. */
export type Wanted = Pick<StoredProduct, Field | 'packs' | 'images'> & Record<Unwritten, never>

/** Columns that map to no field, or to one that depends on other columns. */
type Merged =
  | ('sku' | 'name' | 'images' | 'category' | 'subcategory' | ChoiceKind | 'price' | 'oldprice')
  | ('stock' | 'stockwas' | 'saleprice' | 'salefrom' | 'saleuntil' | 'withdrawn')

/** Columns that map to one field of their own: without the column, the field stays as it is. */
const OWN_FIELD: Record<Exclude<Column, Merged>, Field> = {
  brand: 'brand',
  description: 'description',
  unit: 'unit',
  featured: 'is_featured',
  countries: 'countries',
  aliases: 'aliases',
  gtin: 'gtin',
  rating: 'initial_rating',
  specs: 'specs',
  hsn: 'hsn',
  gst: 'gst_percent',
  veg: 'veg',
  origin: 'origin',
  shelflife: 'shelflife',
  reorder: 'reorder',
  cost: 'cost',
}

export type Row = Omit<
  ImportedProduct,
  ('images' | 'keepsImages' | 'category' | 'subcategory') | ('stocks' | 'exported' | 'isWithdrawn')
> & {
  category_id: string
  subcat_id: string | null
  images: { file: string; picture_id: string }[]
}

const NO_SALE_YET = { base_paise: null, base_oldprice_paise: null, sale_is_on: 0 }

/**
 * The product that a row asks for. A missing column leaves its fields as they are, so that a list of SKUs and
 * prices does not empty the rest; an empty cell empties its field. Sale prices apply as of `now`. Stocks of
 * existing products are decided by the stock book.
 */
export function mergeProduct(
  row: Row,
  stored: StoredProduct | undefined,
  columns: Set<Column>,
  now: number,
): Wanted {
  const wanted: Wanted = { ...row, ...NO_SALE_YET }
  if (!stored) return withSale(wanted, now)
  const known = withoutSale(stored)
  if (!columns.has('name')) wanted.name = known.name
  for (const [column, field] of Object.entries(OWN_FIELD)) {
    if (!has(columns, column)) Object.assign(wanted, { [field]: known[field] })
  }
  if (!columns.has('images')) wanted.images = known.images
  const isSameCategory = !columns.has('category') || row.category_id === known.category_id
  if (!columns.has('category')) wanted.category_id = known.category_id
  if (!columns.has('subcategory') && isSameCategory) {
    wanted.subcat_id = known.subcat_id
  }
  mergeOffer(wanted, known, columns)
  return withSale(wanted, now)
}

const has = (columns: Set<string>, column: string) => columns.has(column)

/** The field with the choices that each column lists. */
export const CHOICES = { ram: 'rams', size: 'sizes', weight: 'weights' } as const

/**
 * Whether the file has no column for the packs that the product has, and the row gives it no others: then packs and
 * their prices stay.
 */
export function keepsPacks(
  row: { packs: readonly unknown[] },
  { packs, pack_kind: kind }: StoredProduct,
  columns: Set<Column>,
): boolean {
  return packs.length > 0 && row.packs.length === 0 && (kind === null || !columns.has(kind))
}

/** A product whose packs keep their prices, although the list gives it another price. */
export type KeptPacks = { sku: string; kind: ChoiceKind; labels: string[] }

/** The packs of a product, for the warning that they keep their prices. */
export const keptPacks = ({ sku, pack_kind: kind, packs }: StoredProduct): KeptPacks => ({
  ...{ sku, kind: kind ?? 'weight' },
  labels: packs.map(({ label }) => label),
})

/** Whether the row's price has no effect, because the product's packs have their own. */
export function isPackPriceKept(
  row: Pick<Row, 'price_paise' | 'packs'>,
  known: StoredProduct,
  columns: Set<Column>,
): boolean {
  const usual = known.base_paise ?? known.price_paise
  return keepsPacks(row, known, columns) && columns.has('price') && row.price_paise !== usual
}

function mergeOffer(wanted: Wanted, known: StoredProduct, columns: Set<Column>): void {
  for (const kind of CHOICE_KINDS) {
    // Packs of another kind replace those that the product has.
    const isReplaced = kind === known.pack_kind && wanted.packs.length > 0
    if (!columns.has(kind) && !isReplaced) wanted[CHOICES[kind]] = known[CHOICES[kind]]
  }
  if (keepsPacks(wanted, known, columns)) {
    const { pack_kind, packs, price_paise, oldprice_paise, stock } = known
    Object.assign(wanted, {
      pack_kind,
      packs,
      price_paise,
      oldprice_paise,
      stock,
      ...saleOf(known),
    })
    return
  }
  if (!columns.has('price') && wanted.packs.length === 0) wanted.price_paise = known.price_paise
  if (!columns.has('oldprice') && wanted.packs.length === 0) {
    const old = known.oldprice_paise
    wanted.oldprice_paise = old !== null && old > wanted.price_paise ? old : null
  }
  if (columns.has('saleprice')) return
  const packs = matchPacks(known.packs, wanted.packs)
  Object.assign(wanted, saleOf(known))
  wanted.packs = wanted.packs.map((pack) => ({
    ...pack,
    sale_paise: packs.get(pack.label)?.sale_paise ?? null,
  }))
}

/** The product with these stocks: one for each pack in order, or its own. */
export function withStocks(wanted: Wanted, stocks: readonly (number | null)[]): Wanted {
  if (wanted.packs.length === 0) return { ...wanted, stock: stocks[0] ?? null }
  const packs = wanted.packs.map((pack, at) => ({ ...pack, stock: stocks[at] ?? null }))
  return { ...wanted, packs }
}

const saleOf = ({ sale_paise, sale_from, sale_until }: StoredProduct) => ({
  sale_paise,
  sale_from,
  sale_until,
})
