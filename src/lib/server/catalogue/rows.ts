import type { Selectable } from 'kysely'
import type { Pack, Picture, Product } from '#lib/catalogue/product.ts'
import type { Db, ProductTable } from '#lib/server/database/schema.ts'

type ProductRow = Selectable<ProductTable> & {
  category_name: string
  subcat_name: string | null
}

/** Splits a list that tables join with `|`; an empty text is an empty list. */
function splitList(text: string): string[] {
  return text === '' ? [] : text.split('|')
}

/** Loads products that are on sale, with packs and pictures, in three queries. */
export async function loadProducts(db: Db, ids: string[]): Promise<Map<string, Product>> {
  const [rows, packs, pictures] = await Promise.all([
    selectProducts(db, ids),
    selectPacks(db, ids),
    selectPictures(db, ids),
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      toProduct(row, packs.get(row.id) ?? [], pictures.get(row.id) ?? []),
    ]),
  )
}

function selectProducts(db: Db, ids: string[]): Promise<ProductRow[]> {
  return db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .selectAll('product')
    .select(['category.name as category_name', 'subcat.name as subcat_name'])
    .where('product.id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .execute()
}

async function selectPacks(db: Db, ids: string[]): Promise<Map<string, Pack[]>> {
  const rows = await db
    .selectFrom('pack')
    .innerJoin('product', 'product.id', 'product_id')
    .selectAll('pack')
    .select('sale_until')
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('pack.position')
    .execute()
  return groupBy(
    rows,
    (row) => row.product_id,
    (row) => ({
      label: row.label,
      pricePaise: row.price_paise,
      oldPricePaise: row.oldprice_paise,
      stock: row.stock,
      ...saleNow(row),
    }),
  )
}

async function selectPictures(db: Db, ids: string[]): Promise<Map<string, Picture[]>> {
  const rows = await db
    .selectFrom('product_image')
    .innerJoin('picture', 'picture.id', 'product_image.picture_id')
    .innerJoin('product', 'product.id', 'product_image.product_id')
    .select(['product_id', 'picture.id', 'width', 'height', 'name'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('product_image.position')
    .execute()
  return groupBy(
    rows,
    (row) => row.product_id,
    (row) => ({
      id: row.id,
      width: row.width,
      height: row.height,
      alt: row.name,
    }),
  )
}

function groupBy<Row, Value>(
  rows: Row[],
  key: (row: Row) => string,
  value: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(value(row))
    else groups.set(key(row), [value(row)])
  }
  return groups
}

function toProduct(row: ProductRow, packs: Pack[], pictures: Picture[]): Product {
  const reviewAverage = row.review_count === 0 ? null : row.review_sum / row.review_count
  const initialRating = row.initial_rating === null ? null : row.initial_rating / 10
  const rams = splitList(row.rams)
  const sizes = splitList(row.sizes)
  const weights = splitList(row.weights)
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    brand: row.brand,
    unit: row.unit,
    pricePaise: row.price_paise,
    oldPricePaise: row.oldprice_paise,
    rating: Math.round(reviewAverage ?? initialRating ?? 0),
    isInStock: packs.length > 0 ? packs.some((pack) => pack.stock !== 0) : row.stock !== 0,
    packCount: packs.length,
    hasChoices: rams.length + sizes.length + weights.length > 0,
    veg: row.veg,
    picture: pictures[0] ?? null,
    category: { id: row.category_id, name: row.category_name },
    subcat: row.subcat_id === null ? null : { id: row.subcat_id, name: row.subcat_name ?? '' },
    description: row.description,
    stock: row.stock,
    isFeatured: row.is_featured === 1,
    ...saleNow(row),
    rams,
    sizes,
    weights,
    packKind: row.pack_kind,
    packs,
    countries: splitList(row.countries),
    aliases: splitList(row.aliases),
    gtin: row.gtin,
    initialRating,
    specs: splitList(row.specs).map(toSpec),
    hsn: row.hsn,
    gstPercent: row.gst_percent,
    origin: row.origin,
    shelfLife: row.shelflife,
    pictures,
    reviewCount: row.review_count,
    reviewAverage,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}

/** The end of the sale that lowers a price now, and the price without it, as an object to spread. */
export function saleNow({
  base_paise,
  sale_until,
}: {
  base_paise: number | null
  sale_until: number | null
}) {
  if (base_paise === null) return undefined
  return { usualPaise: base_paise, ...(sale_until !== null && { saleUntil: sale_until }) }
}

function toSpec(text: string): { key: string; value: string } {
  const at = text.indexOf('=')
  return at < 0 ? { key: text, value: '' } : { key: text.slice(0, at), value: text.slice(at + 1) }
}
