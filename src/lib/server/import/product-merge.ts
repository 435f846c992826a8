import type { Selectable } from 'kysely'
import type { ProductTable } from '../database/schema.ts'
import type { Column } from './columns.ts'
import type { ImportedPack, ImportedProduct } from './product.ts'

/** A product as the tables keep it, with packs and pictures. */
export type StoredProduct = Selectable<ProductTable> & {
  packs: ImportedPack[]
  images: { file: string; picture_id: string }[]
}

/** What an import may change of a product's own row. */
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
] as const
type Field = (typeof FIELDS)[number]

/** What a product shall be after the import. */
export type Wanted = Pick<StoredProduct, Field | 'packs' | 'images'>

/** Fields of the columns that stand for themselves: a file without the column leaves them alone. */
const OWN_FIELD: Partial<Record<Column, Field>> = {
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
}

export type Row = Omit<ImportedProduct, 'images' | 'category' | 'subcategory'> & {
  category_id: string
  subcat_id: string | null
  images: { file: string; picture_id: string }[]
}

/**
 * What the row makes of a product. A column that the file lacks keeps what is there, so that a list
 * of skus and prices does not empty the rest; an empty cell empties.
 */
export function mergeProduct(
  row: Row,
  known: StoredProduct | undefined,
  columns: Set<Column>,
): Wanted {
  const wanted: Wanted = { ...row }
  if (!known) return wanted
  for (const [column, field] of Object.entries(OWN_FIELD)) {
    if (!has(columns, column)) Object.assign(wanted, { [field]: known[field] })
  }
  if (!columns.has('images')) wanted.images = known.images
  if (!columns.has('subcategory') && row.category_id === known.category_id) {
    wanted.subcat_id = known.subcat_id
  }
  mergeOffer(wanted, known, columns)
  return wanted
}

const has = (columns: Set<string>, column: string) => columns.has(column)

function mergeOffer(wanted: Wanted, known: StoredProduct, columns: Set<Column>): void {
  if (!columns.has('ram') && !columns.has('size') && !columns.has('weight')) {
    const { rams, sizes, weights, pack_kind, packs } = known
    Object.assign(wanted, { rams, sizes, weights, pack_kind, packs })
    if (packs.length > 0) {
      const { price_paise, oldprice_paise, stock } = known
      Object.assign(wanted, { price_paise, oldprice_paise, stock })
      return
    }
  }
  if (!columns.has('oldprice') && wanted.packs.length === 0) {
    const old = known.oldprice_paise
    wanted.oldprice_paise = old !== null && old > wanted.price_paise ? old : null
  }
  if (columns.has('stock')) return
  if (wanted.packs.length === 0) {
    wanted.stock = known.stock
    return
  }
  const stocks = new Map(known.packs.map((pack) => [pack.label, pack.stock]))
  wanted.packs = wanted.packs.map((pack) => ({ ...pack, stock: stocks.get(pack.label) ?? null }))
}

/** What differs between a product and what it shall be. */
export function compareProduct(known: StoredProduct, wanted: Wanted) {
  const isRowChanged = FIELDS.some((field) => known[field] !== wanted[field])
  const arePacksChanged = packsText(known.packs) !== packsText(wanted.packs)
  const arePicturesChanged = pictureIds(known) !== pictureIds(wanted)
  return {
    isChanged: isRowChanged || arePacksChanged || arePicturesChanged,
    isCardChanged: cardText(known, known.review_count) !== cardText(wanted, known.review_count),
    arePacksChanged,
    // A picture under a new file name is the same picture: the name is kept, nothing is published.
    areImagesChanged: arePicturesChanged || fileNames(known) !== fileNames(wanted),
  }
}

const pictureIds = ({ images }: Wanted) => images.map((image) => image.picture_id).join('|')
const fileNames = ({ images }: Wanted) => images.map((image) => image.file).join('|')

function packsText(packs: ImportedPack[]): string {
  return JSON.stringify(packs.map((p) => [p.label, p.price_paise, p.oldprice_paise, p.stock]))
}

/** The fields of a card (src/lib/product.ts), to compare. Reviews outweigh the first rating. */
function cardText(of: Wanted, reviewCount: number): string {
  const isInStock = of.packs.length > 0 ? of.packs.some(({ stock }) => stock !== 0) : of.stock !== 0
  return JSON.stringify([
    of.name,
    of.brand,
    of.unit,
    of.price_paise,
    of.oldprice_paise,
    reviewCount > 0 ? 0 : Math.round((of.initial_rating ?? 0) / 10),
    isInStock,
    of.packs.length,
    of.rams + of.sizes + of.weights !== '',
    of.veg,
    of.images[0]?.picture_id,
  ])
}
