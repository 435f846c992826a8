import { isListing } from '#lib/catalogue/listing-address.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { type Brand, loadBrands } from '#lib/server/catalogue/brands.ts'
import { LISTING_PAGE_SIZE, whereIn } from '#lib/server/catalogue/lists.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { SITEMAP_CHUNK } from '#lib/server/catalogue/sitemap-chunks.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { contentPath } from '#lib/catalogue/content.ts'

/** Paths that every shop has, whatever it sells. */
const FIXED = [
  '/',
  '/404',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-categories.xml',
  '/sitemap-content.xml',
  '/feed.xml',
  '/contact',
  '/offers',
  '/offline',
  '/blog',
  '/blog/rss.xml',
]

/** Products go live first, then lists, home, other texts, and at last what search engines read. */
const ORDER: ((path: string) => boolean)[] = [
  (path) => path.startsWith('/product/'),
  isListing,
  (path) => path === '/',
  (path) => !path.includes('.'),
]

/** The rank of a path in the publishing order, from 0 for products. */
export function publishingRank(path: string): number {
  const found = ORDER.findIndex((isOne) => isOne(path))
  return found < 0 ? ORDER.length : found
}

/** Whether only programs read it, such as the feed. */
export const isMadeLast = (path: string): boolean => publishingRank(path) === ORDER.length

const HOME = publishingRank('/')

/**
 * The rank of a path when an editor changed one product: other products, which only show its card, come after
 * home.
 */
export function rankBeside(path: string): number {
  const rank = publishingRank(path)
  return rank === 0 ? HOME + 0.5 : rank
}

/** Sorts paths into the order in which they go live. */
export function inPublishingOrder(paths: Iterable<string>): string[] {
  return [...paths].sort((a, b) => publishingRank(a) - publishingRank(b))
}

/** Every path that the shop publishes; products of one sub-category stand side by side. */
export async function allPaths(db: Db): Promise<string[]> {
  const [products, listings, others, contents, chunks] = await Promise.all([
    productPaths(db),
    allListingPaths(db),
    brandAndOfferPaths(db),
    contentPaths(db),
    chunkPaths(db),
  ])
  return [...products, ...listings, ...new Set([...others, ...FIXED, ...contents]), ...chunks]
}

/** The name of a change by which a page is made again, whatever it has read. */
export const pageName = (path: string): string => `page:${path}`

/**
 * Has whoever publishes now make these pages again: a publisher that was stopped for longer than its lease may
 * have written older ones over theirs.
 */
export async function announcePages(db: Db, paths: Iterable<string>): Promise<void> {
  await inTransaction(db, async (trx) => ({
    ok: true,
    value: await announceChange(trx, [...paths].map(pageName)),
  }))
}

/** Paths that a change of these names may have created; some of them may be recorded already. */
export async function pathsNamedBy(db: Db, names: Iterable<string>): Promise<string[]> {
  const paths: string[] = []
  let brands: Map<string, Brand> | undefined
  for (const name of names) {
    const [kind, id = ''] = name.split(':')
    if (kind === 'page') paths.push(id)
    if (kind === 'product') paths.push(`/product/${id}`)
    if (kind === 'chunk') paths.push(`/sitemap-products-${id}.xml`)
    if (kind === 'list') paths.push(...(await listingPaths(db, id)))
    if (name === 'offers') paths.push(...(await offerPaths(db)))
    if (kind === 'brand') {
      brands ??= await loadBrands(db)
      paths.push(...brandPaths(brands.get(id)))
    }
    if (kind === 'content') paths.push(...(await contentPaths(db, name)))
    if (kind === 'categories') paths.push(...(await allListingPaths(db)))
  }
  return paths
}

async function productPaths(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .orderBy('category_id')
    .orderBy('subcat_id')
    .orderBy('created_at', 'desc')
    .orderBy('number')
    .execute()
  return rows.map((row) => `/product/${row.id}`)
}

/** Sub-categories follow their category, as they list the same products: a batch shares its reads. */
async function allListingPaths(db: Db): Promise<string[]> {
  const categories = await db
    .selectFrom('category')
    .select(['id', 'parent_id'])
    .where('position', '!=', HIDDEN)
    .orderBy((eb) => eb.fn.coalesce('parent_id', 'id'))
    .orderBy('parent_id')
    .execute()
  const inCategory = await countBy(db, 'category_id')
  const inSubcat = await countBy(db, 'subcat_id')
  return categories.flatMap(({ id, parent_id }) =>
    parent_id === null
      ? pagesOf(`/category/${id}`, inCategory.get(id) ?? 0)
      : pagesOf(`/subcat/${id}`, inSubcat.get(id) ?? 0),
  )
}

async function listingPaths(db: Db, id: string): Promise<string[]> {
  const category = await db
    .selectFrom('category')
    .select('parent_id')
    .where('id', '=', id)
    .where('position', '!=', HIDDEN)
    .executeTakeFirst()
  if (!category) return []
  const isTop = category.parent_id === null
  const { count } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(isTop ? 'category_id' : 'subcat_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return pagesOf(`/${isTop ? 'category' : 'subcat'}/${id}`, Number(count))
}

/** Pages of brands, and of what is on offer. */
async function brandAndOfferPaths(db: Db): Promise<string[]> {
  const brands = [...(await loadBrands(db)).values()]
  return [...brands.flatMap(brandPaths), ...(await offerPaths(db))]
}

const brandPaths = (brand: Brand | undefined) =>
  brand ? pagesOf(`/brand/${brand.id}`, brand.count) : []

async function offerPaths(db: Db): Promise<string[]> {
  const { count } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('count'))
    .where((eb) => whereIn(eb, { offers: true }))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return pagesOf('/offers', Number(count))
}

async function countBy(db: Db, column: 'category_id' | 'subcat_id'): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('product')
    .select((eb) => [eb.ref(column).as('id'), eb.fn.countAll().as('count')])
    .where('withdrawn_at', 'is', null)
    .groupBy(column)
    .execute()
  return new Map(rows.map(({ id, count }) => [id ?? '', Number(count)]))
}

function pagesOf(path: string, count: number): string[] {
  const pageCount = Math.ceil(count / LISTING_PAGE_SIZE)
  const further = Array.from(
    { length: Math.max(0, pageCount - 1) },
    (_, i) => `${path}/page/${i + 2}`,
  )
  return [path, ...further]
}

/** Addresses of the pages and articles that visitors see: all of them, or the one that a change names. */
async function contentPaths(db: Db, name?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('content_page')
    .select(['kind', 'id'])
    .where('is_shown', '=', 1)
    .execute()
  return rows
    .filter(({ kind, id }) => name === undefined || name === `content:${kind}:${id}`)
    .map(({ kind, id }) => contentPath(kind, id))
}

async function chunkPaths(db: Db): Promise<string[]> {
  const { last } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const count = last === null ? 0 : Math.floor(Number(last) / SITEMAP_CHUNK) + 1
  return Array.from({ length: count }, (_, chunk) => `/sitemap-products-${chunk}.xml`)
}
