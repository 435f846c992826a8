import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { BrandCount, ProductFilter, ProductQuery, Sort } from '#lib/catalogue/product-query.ts'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import type { Search } from './search.ts'

/** One page of what was found; `totalPages` is at least 1, and a page after it is empty. */
export type Found = { ids: string[]; total: number; page: number; totalPages: number }

type Products = ExpressionBuilder<Database, 'product'>
type Asked = ProductFilter & { sort?: Sort | undefined; page: number; perPage: number }

/**
 * Answers a list or a search as pages and API ask it: newest first, or the best match first where
 * there is a text and no sort. Undefined for a text while there is no search yet.
 */
export async function listProducts(
  db: Db,
  search: Search | undefined,
  query: ProductQuery,
): Promise<Found | undefined> {
  if (query.text.trim() === '') return findProducts(db, query)
  if (!search) return undefined
  const hits = search.find(query.text)
  if (hits.length === 0) return pageOf([], query)
  if (query.sort !== undefined) return findProducts(db, query, hits)
  const kept = await matching(db, query, hits).select('id').execute()
  const keptIds = new Set(kept.map((row) => row.id))
  return pageOf(
    hits.filter((id) => keptIds.has(id)),
    query,
  )
}

/** Products on sale that pass every filter, in the order asked for; ties are newest first. */
export async function findProducts(db: Db, asked: Asked, among?: string[]): Promise<Found> {
  if (asked.sort === 'unitprice') return pageOf(await byUnitPrice(db, asked, among), asked)
  const { page, perPage } = asked
  const [{ total }, rows] = await Promise.all([
    matching(db, asked, among)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    sortedIds(db, asked, asked.sort ?? 'newest', among)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
  ])
  const totalPages = Math.max(1, Math.ceil(Number(total) / perPage))
  return { ids: rows.map((row) => row.id), total: Number(total), page, totalPages }
}

/** Brands of a list or a search as `listProducts` finds it, whichever brands are asked for. */
export async function listBrands(
  db: Db,
  search: Search | undefined,
  query: ProductQuery,
): Promise<BrandCount[]> {
  if (query.text.trim() === '') return countBrands(db, query)
  const hits = search?.find(query.text) ?? []
  return hits.length === 0 ? [] : countBrands(db, query, hits)
}

/** Brands of what passes the other filters, each with its number of products, by name. */
export async function countBrands(
  db: Db,
  filter: ProductFilter,
  among?: string[],
): Promise<BrandCount[]> {
  const rows = await matching(db, { ...filter, brands: [] }, among)
    .select(['brand', (eb) => eb.fn.countAll<number>().as('count')])
    .where('brand', '<>', '')
    .groupBy('brand')
    .execute()
  return rows
    .map(({ brand, count }) => ({ brand, count: Number(count) }))
    .sort((a, b) => a.brand.localeCompare(b.brand, 'en-IN'))
}

function matching(db: Db, filter: ProductFilter, among?: string[]) {
  return db
    .selectFrom('product')
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.and([...conditions(eb, filter), ...(among ? [eb('id', 'in', among)] : [])]))
}

function conditions(eb: Products, filter: ProductFilter): Expression<SqlBool>[] {
  const { catname, categoryId, subcatId, minPricePaise, maxPricePaise } = filter
  const { rating, brands = [], location = EVERYWHERE, isFeatured } = filter
  const all: Expression<SqlBool>[] = []
  if (catname !== undefined) all.push(eb('category_id', 'in', named(eb, catname)))
  if (categoryId !== undefined) all.push(eb('category_id', '=', categoryId))
  if (subcatId !== undefined) all.push(eb('subcat_id', '=', subcatId))
  if (minPricePaise !== undefined) all.push(eb('price_paise', '>=', minPricePaise))
  if (maxPricePaise !== undefined) all.push(eb('price_paise', '<=', maxPricePaise))
  if (rating !== undefined) all.push(sql<SqlBool>`${STARS} >= ${rating}`)
  if (brands.length > 0) all.push(eb('brand', 'in', brands))
  if (location !== EVERYWHERE) all.push(isSoldIn(location))
  if (isFeatured) all.push(eb('is_featured', '=', 1))
  return all
}

function named(eb: Products, name: string) {
  return eb.selectFrom('category').select('category.id').where('name', '=', name)
}

/** Whole stars as a card shows them: `Math.round` of the average, in whole numbers (rows.ts). */
const STARS = sql<number>`case when review_count > 0
  then (2 * review_sum + review_count) / (2 * review_count)
  else (coalesce(initial_rating, 0) + 5) / 10 end`

/** Thousandths of a star, by which what shows the same stars is put in order. */
const EXACT_RATING = sql<number>`case when review_count > 0
  then cast(review_sum as bigint) * 1000 / review_count
  else coalesce(initial_rating, 0) * 100 end`

/** Looks between the separators, by `replace`: LIKE is blind to case on SQLite and has wildcards. */
function isSoldIn(country: string): Expression<SqlBool> {
  const listed = sql`'|' || countries || '|'`
  return sql<SqlBool>`(countries = '' or replace(${listed}, ${`|${country}|`}, '') <> ${listed})`
}

const ORDERS = {
  newest: [],
  featured: [sql`is_featured desc`],
  price: [sql`price_paise`],
  '-price': [sql`price_paise desc`],
  rating: [sql`${EXACT_RATING} desc`],
} as const

function sortedIds(db: Db, filter: ProductFilter, sort: keyof typeof ORDERS, among?: string[]) {
  let query = matching(db, filter, among).select('id')
  for (const order of ORDERS[sort]) query = query.orderBy(order)
  return query.orderBy('created_at', 'desc').orderBy('number')
}

/** Cheapest first by kilogram or litre, which no SQL can read from a label; then what has neither. */
async function byUnitPrice(db: Db, filter: ProductFilter, among?: string[]): Promise<string[]> {
  const rows = await sortedIds(db, filter, 'newest', among)
    .select(['unit', 'price_paise'])
    .select((eb) => firstPack(eb).as('pack'))
    .execute()
  const price = (row: (typeof rows)[number]) =>
    unitPrice(row.price_paise, row.pack ?? row.unit)?.paise ?? Infinity
  const priced = rows.map((row) => ({ id: row.id, paise: price(row) }))
  return priced
    .sort((a, b) => (a.paise < b.paise ? -1 : Number(a.paise > b.paise)))
    .map(({ id }) => id)
}

function firstPack(eb: Products) {
  return eb
    .selectFrom('pack')
    .select('label')
    .whereRef('pack.product_id', '=', 'product.id')
    .orderBy('position')
    .limit(1)
}

function pageOf(ids: string[], { page, perPage }: { page: number; perPage: number }): Found {
  const totalPages = Math.max(1, Math.ceil(ids.length / perPage))
  const first = (page - 1) * perPage
  return { ids: ids.slice(first, first + perPage), total: ids.length, page, totalPages }
}
