import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { BrandCount, ProductFilter, ProductQuery, Sort } from '#lib/catalogue/product-query.ts'
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
  return (await listHits(db, search, query))?.found
}

/** What a page of a list shows: its products, and the brands to choose from. */
export type Listing = { found: Found; brands: BrandCount[] }

/** The same with the brands of the list, whichever of them are asked for; counted in the same pass. */
export async function listWithBrands(
  db: Db,
  search: Search | undefined,
  query: ProductQuery,
): Promise<Listing | undefined> {
  if (query.text.trim() !== '') return listHits(db, search, query)
  const counts = await countAll(db, query)
  const total = ofBrands(query.brands, counts).reduce((sum, { count }) => sum + count, 0)
  const ids = total === 0 ? [] : await idsOfPage(db, query)
  return { found: { ids, ...pages(total, query) }, brands: named(counts) }
}

/** How many products each of several other filters would leave of a list; in one pass. */
export async function countEach(
  db: Db,
  search: Search | undefined,
  query: ProductQuery,
  filters: ProductFilter[],
): Promise<number[]> {
  if (filters.length === 0) return []
  const hits = query.text.trim() === '' ? undefined : (search?.find(query.text) ?? [])
  if (hits?.length === 0) return filters.map(() => 0)
  const counted = await matching(db, {}, hits)
    .select((eb) =>
      filters.map((filter, at) =>
        sql<number>`sum(case when ${eb.and(conditions(eb, filter))} then 1 else 0 end)`.as(
          `n${at}`,
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return filters.map((_, at) => Number(counted[`n${at}`] ?? 0))
}

/** A search's hits that pass the filters, read once: page, number and brands come from the same rows. */
async function listHits(
  db: Db,
  search: Search | undefined,
  query: ProductQuery,
): Promise<Listing | undefined> {
  if (!search) return undefined
  const hits = search.find(query.text)
  if (hits.length === 0) return { found: pageOf([], query), brands: [] }
  const rows = await sortedIds(db, { ...query, brands: [] }, query.sort ?? 'newest', hits)
    .select('brand')
    .execute()
  const counts = new Map<string, number>()
  for (const { brand } of rows) counts.set(brand, (counts.get(brand) ?? 0) + 1)
  const kept = new Set(ofBrands(query.brands, rows).map(({ id }) => id))
  const ids = query.sort === undefined ? hits.filter((id) => kept.has(id)) : [...kept]
  const brands = [...counts].map(([brand, count]) => ({ brand, count }))
  return { found: pageOf(ids, query), brands: named(brands) }
}

/** Those of the chosen brands; all when none is chosen. */
function ofBrands<Row extends { brand: string }>(chosen: string[], rows: Row[]): Row[] {
  const wanted = new Set(chosen)
  return wanted.size === 0 ? rows : rows.filter(({ brand }) => wanted.has(brand))
}

/** Products on sale that pass every filter, in the order asked for; ties are newest first. */
export async function findProducts(db: Db, asked: Asked): Promise<Found> {
  const { total } = await matching(db, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = Number(total) === 0 ? [] : await idsOfPage(db, asked)
  return { ids, ...pages(Number(total), asked) }
}

async function idsOfPage(db: Db, asked: Asked): Promise<string[]> {
  const { page, perPage, sort = 'newest' } = asked
  const rows = await sortedIds(db, asked, sort)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return rows.map((row) => row.id)
}

/** Brands of what passes the other filters, each with its number of products, by name. */
export async function countBrands(db: Db, filter: ProductFilter): Promise<BrandCount[]> {
  return named(await countAll(db, filter))
}

/** Of each brand how many products pass the other filters; those without a brand, too. */
async function countAll(db: Db, filter: ProductFilter): Promise<BrandCount[]> {
  const rows = await matching(db, { ...filter, brands: [] })
    .select(['brand', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('brand')
    .execute()
  return rows.map(({ brand, count }) => ({ brand, count: Number(count) }))
}

const named = (counts: BrandCount[]): BrandCount[] =>
  counts.filter(({ brand }) => brand !== '').sort((a, b) => a.brand.localeCompare(b.brand, 'en-IN'))

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
  if (catname !== undefined) all.push(eb('category_id', 'in', idsNamed(eb, catname)))
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

function idsNamed(eb: Products, name: string) {
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
  // By kilogram or litre; then what has neither.
  unitprice: [sql`unit_paise nulls last`],
} as const

function sortedIds(db: Db, filter: ProductFilter, sort: keyof typeof ORDERS, among?: string[]) {
  let query = matching(db, filter, among).select('id')
  for (const order of ORDERS[sort]) query = query.orderBy(order)
  return query.orderBy('created_at', 'desc').orderBy('number')
}

function pageOf(ids: string[], asked: { page: number; perPage: number }): Found {
  const first = (asked.page - 1) * asked.perPage
  return { ids: ids.slice(first, first + asked.perPage), ...pages(ids.length, asked) }
}

function pages(total: number, { page, perPage }: { page: number; perPage: number }) {
  return { total, page, totalPages: Math.max(1, Math.ceil(total / perPage)) }
}
