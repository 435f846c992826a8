import type { FeedProduct } from '#lib/seo/merchant-feed.ts'
import type { Pack, Picture } from '#lib/catalogue/product.ts'
import { saleNow } from './rows.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** The feed's prices are in rupees: it lists what is sold here. */
const FEED_COUNTRY = 'India'

/**
 * Products on sale in India with numbers from `first` to just before `end`, with what the feed says about them.
 */
export async function loadFeedProducts(db: Db, first: number, end: number): Promise<FeedProduct[]> {
  const [rows, packs, pictures] = await Promise.all([
    selectProducts(db, first, end),
    selectPacks(db, first, end),
    selectPictures(db, first, end),
  ])
  return rows.filter(isSoldHere).map((row) => ({
    id: row.id,
    sku: row.sku,
    name: row.name,
    brand: row.brand,
    description: row.description,
    unit: row.unit,
    gtin: row.gtin,
    pricePaise: row.price_paise,
    oldPricePaise: row.oldprice_paise,
    stock: row.stock,
    ...saleFrom(row),
    ...saleNow(row),
    category: row.category_name,
    subcat: row.subcat_name,
    packs: packs.get(row.id) ?? [],
    pictures: pictures.get(row.id) ?? [],
  }))
}

const isSoldHere = ({ countries }: { countries: string }) =>
  countries === '' || countries.split('|').includes(FEED_COUNTRY)

function selectProducts(db: Db, first: number, end: number) {
  return db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .select([
      'product.id',
      'sku',
      'product.name',
      'brand',
      'description',
      'unit',
      'gtin',
      'countries',
    ])
    .select(['price_paise', 'oldprice_paise', 'stock', 'product.created_at'])
    .select(['base_paise', 'sale_is_on', 'sale_from', 'sale_until'])
    .select(['category.name as category_name', 'subcat.name as subcat_name'])
    .where('number', '>=', first)
    .where('number', '<', end)
    .where('withdrawn_at', 'is', null)
    .orderBy('number')
    .execute()
}

/** A sale cannot have begun before its product was added; one that began at once has no time of its own. */
function saleFrom(row: { sale_is_on: number; sale_from: number | null; created_at: number }) {
  const { sale_is_on, sale_from, created_at } = row
  return sale_is_on === 1 && { saleFrom: Math.max(sale_from ?? 0, created_at) }
}

async function selectPacks(db: Db, first: number, end: number): Promise<Map<string, Pack[]>> {
  const rows = await db
    .selectFrom('pack')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product_id', 'label', 'pack.price_paise', 'pack.oldprice_paise', 'pack.stock'])
    .select(['pack.base_paise', 'sale_until'])
    .where('number', '>=', first)
    .where('number', '<', end)
    .orderBy('number')
    .orderBy('position')
    .execute()
  const packs = new Map<string, Pack[]>()
  for (const row of rows) {
    const { label, price_paise: pricePaise, oldprice_paise: oldPricePaise, stock } = row
    append(packs, row.product_id, { label, pricePaise, oldPricePaise, stock, ...saleNow(row) })
  }
  return packs
}

async function selectPictures(db: Db, first: number, end: number): Promise<Map<string, Picture[]>> {
  const rows = await db
    .selectFrom('product_image')
    .innerJoin('picture', 'picture.id', 'picture_id')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product_id', 'picture_id', 'width', 'height'])
    .where('number', '>=', first)
    .where('number', '<', end)
    .orderBy('number')
    .orderBy('product_image.position')
    .execute()
  const pictures = new Map<string, Picture[]>()
  for (const { product_id, picture_id, width, height } of rows) {
    append(pictures, product_id, { id: picture_id, width, height, alt: '' })
  }
  return pictures
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
