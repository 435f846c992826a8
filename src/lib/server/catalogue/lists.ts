import { cardChoices } from '#lib/catalogue/card-packs.ts'
import type { Card, Product } from '#lib/catalogue/product.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'

/** Products on a listing page. */
export const LISTING_PAGE_SIZE = 24

/** The list of a category, sub-category or brand, by its id; or that of all offers. */
export type ListingName =
  { categoryId: string } | { subcatId: string } | { brandId: string } | { offers: true }

/** The lists that a page may read: that of a place, or one of the whole shop. */
export type ListName = 'featured' | 'newest' | ListingName

/**
 * The name under which a read of a list is recorded, and a change of it announced. Lists of the whole shop have
 * a prefix of their own, as a category's id may be `newest`.
 */
export function listKey(name: ListName): string {
  if (typeof name === 'string') return `home:${name}`
  if ('offers' in name) return 'offers'
  if ('brandId' in name) return `brand:${name.brandId}`
  return 'subcatId' in name ? `list:${name.subcatId}` : `list:${name.categoryId}`
}

/** The name under which a read of the counts beside a list's filters is recorded, and a change of them announced. */
export const countsKey = (name: ListingName): string => `facets:${placeOf(name)}`

/**
 * The name under which a read of a list's lowest and highest price is recorded, and a change of them announced:
 * the price filter shows both, and the description of each of the list's pages gives the lower one.
 */
export const pricesKey = (name: ListingName): string => `prices:${placeOf(name)}`

function placeOf(name: ListingName): string {
  if ('offers' in name) return ':offers'
  if ('brandId' in name) return `brand:${name.brandId}`
  return 'subcatId' in name ? name.subcatId : name.categoryId
}

/** Only the fields that a card shows. */
export function toCard(product: Product): Card {
  const { id, sku, name, brand, unit, pricePaise, oldPricePaise } = product
  const { rating, isInStock, packCount, hasChoices, veg, picture } = product
  return {
    id,
    sku,
    name,
    brand,
    unit,
    pricePaise,
    oldPricePaise,
    rating,
    isInStock,
    packCount,
    hasChoices,
    choices: cardChoices(product),
    veg,
    picture,
  }
}

/**
 * Ids of the newest products. Those that were added at the same time alternate by aisle, so that Home shows
 * more than one. Each aisle's newest are found by its index: among a large shop's products they may be far
 * apart.
 */
async function loadNewest(db: Db): Promise<string[]> {
  const aisles = await db
    .selectFrom('category')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute()
  const all: { id: string; created_at: number; number: number; turn: number }[] = []
  for (const { id: aisle } of aisles) {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'created_at', 'number'])
      .where('category_id', '=', aisle)
      .where('withdrawn_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('number')
      .limit(LISTING_PAGE_SIZE)
      .execute()
    let turn = 0
    let moment: number | undefined
    for (const row of rows) {
      turn = row.created_at === moment ? turn + 1 : 0
      moment = row.created_at
      all.push({ ...row, turn })
    }
  }
  return all
    .sort((a, b) => b.created_at - a.created_at || a.turn - b.turn || a.number - b.number)
    .slice(0, LISTING_PAGE_SIZE)
    .map(({ id }) => id)
}

/** Ids of a list, newest first and then in the order of the file. */
export async function loadList(
  db: Db,
  name: Exclude<ListName, ListingName> | ListingFilter,
): Promise<string[]> {
  if (name === 'newest') return loadNewest(db)
  let query = db
    .selectFrom('product')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('number')
  // Home shows only the first of these.
  if (name === 'featured') query = query.where('is_featured', '=', 1).limit(LISTING_PAGE_SIZE)
  else query = query.where((eb) => whereIn(eb, name))
  return (await query.execute()).map((row) => row.id)
}

/** The lowest price in a list; undefined if it is empty. */
export async function loadLowestPrice(db: Db, place: ListingFilter): Promise<number | undefined> {
  const found = await db
    .selectFrom('product')
    .select(({ fn }) => fn.min('price_paise').as('lowest'))
    .where('withdrawn_at', 'is', null)
    .where((eb) => whereIn(eb, place))
    .executeTakeFirst()
  return found?.lowest ?? undefined
}

/** A list as the database knows it: a brand by the spellings of its name. */
export type ListingFilter = Exclude<ListingName, { brandId: string }> | { brands: string[] }

/** The condition for products to be in a list. */
export function whereIn(
  eb: ExpressionBuilder<Database, 'product'>,
  name: ListingFilter,
): Expression<SqlBool> {
  if ('offers' in name) return eb('oldprice_paise', 'is not', null)
  if ('brands' in name) return eb('brand', 'in', name.brands)
  if ('subcatId' in name) return eb('subcat_id', '=', name.subcatId)
  return eb('category_id', '=', name.categoryId)
}
