import type { AstroGlobal } from 'astro'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { listingKind, parsePageNumber } from '#lib/catalogue/listing-address.ts'
import { activeFilters, isPlainQuery, parseListingQuery } from '#lib/catalogue/listing-query.ts'
import { type Chosen, FACETS, type Narrowing } from '#lib/catalogue/facets.ts'
import type { Card } from '#lib/catalogue/product.ts'
import type { ProductQuery } from '#lib/catalogue/product-query.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { areBrands } from '#lib/server/catalogue/brands.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import { findBrandRedirect, findRedirect } from '#lib/server/catalogue/redirects.ts'
import { countEach, listProducts } from '#lib/server/catalogue/list-products.ts'

/** The page of products that a listing or search shows. */
export type List = {
  cards: Card[]
  total: number
  page: number
  pageCount: number
  /**
   * Facet counts and prices; undefined where an unfiltered list is published, as the sidebar reads
   * them.
   */
  narrowing: Narrowing | undefined
}

/**
 * Finds the listing at an address.
 * @returns otherwise a redirect to where its products moved, or the 404 page
 */
export async function openListing(page: AstroGlobal) {
  const { locals, params, url } = page
  const listing = await findListing(locals, url, params)
  if (listing) return listing
  const moved = await findRedirect(locals.db, listingKind(url.pathname), params['id'] ?? '')
  return moved === undefined ? page.rewrite('/404') : page.redirect(moved, 301)
}

/** Undefined if there is no such category, page or filter. */
async function findListing(
  locals: App.Locals,
  url: URL,
  { id, page: pageText }: { id?: string | undefined; page?: string | undefined },
) {
  const query = withPage(parseListingQuery(url.searchParams), pageText)
  if (id === undefined || !query) return undefined
  const { catalogue } = locals
  const kind = listingKind(url.pathname)
  const place = kind === 'subcat' ? await catalogue.subcat(id) : await catalogue.category(id)
  if (!place) return undefined
  const name = kind === 'subcat' ? { subcatId: id } : { categoryId: id }
  const found = await listOf(locals, name, query)
  return found && { kind, place, ...found }
}

/** The requested page of a listing; undefined if there is none. */
async function listOf(locals: App.Locals, name: ListingName, query: ProductQuery) {
  const isPlain = isPlainQuery(query) && locals.location === EVERYWHERE
  const list = isPlain
    ? await plainList(locals, name, query.page)
    : await findList(locals, query, name)
  if (!list || list.page > list.pageCount) return undefined
  return { list, isPlain, query }
}

/**
 * Finds the products of a brand, or those on offer, as an address asks for them.
 * @returns otherwise a redirect or the 404 page
 */
export async function openBrandOrOffers(page: AstroGlobal) {
  const { locals, params, url } = page
  const query = withPage(parseListingQuery(url.searchParams), params['page'])
  const id = params['id']
  const brand = id === undefined ? undefined : await locals.catalogue.lists.brand(id)
  if (query && id !== undefined && !brand) {
    const isOnSale = async (other: string) =>
      (await locals.catalogue.lists.brand(other)) !== undefined
    const moved = await findBrandRedirect(locals.db, id, isOnSale)
    if (moved !== undefined) return page.redirect(moved, 301)
  }
  if (!query || (id !== undefined && !brand)) return page.rewrite('/404')
  const within: ListingName = brand ? { brandId: brand.id } : { offers: true }
  const title = brand ? brand.name : pageTexts.offers
  const root = brand ? `/brand/${brand.id}` : '/offers'
  const found = await listOf(locals, within, query)
  return found ? { within, title, root, ...found } : page.rewrite('/404')
}

/**
 * Takes the page number from the path or else from the query; undefined if both name one, or it is
 * no number.
 */
function withPage(query: ProductQuery | undefined, pageText: string | undefined) {
  if (!query || pageText === undefined) return query
  const page = parsePageNumber(pageText)
  return page === undefined || query.page > 1 ? undefined : { ...query, page }
}

async function plainList(
  { catalogue, search }: App.Locals,
  name: ListingName,
  page: number,
): Promise<List> {
  // Publishing has no search: there the sidebar reads the counts itself.
  const narrowing = search?.facetIndex.narrowing(name)
  return { ...(await catalogue.lists.page(name, page)), page, narrowing }
}

/**
 * The products of a filtered list or a search; undefined if a filter names a brand or type that the
 * shop does not have, and for a text search while the index is not ready.
 */
export async function findList(
  locals: App.Locals,
  asked: ProductQuery,
  within: Partial<ListingName> = {},
): Promise<List | undefined> {
  const { catalogue, location } = locals
  if (!(await areKnown(locals, asked.facets))) return undefined
  const listing = await listProducts(locals, { ...asked, ...within })
  if (!listing) return undefined
  const { found, ...narrowing } = listing
  const { ids, total, page, totalPages: pageCount } = found
  // The address may come from a place where more products are sold: show the last page instead.
  const isShorter = page > pageCount && asked.location === undefined && location !== EVERYWHERE
  if (isShorter) return findList(locals, { ...asked, page: pageCount }, within)
  return { cards: await catalogue.products.cards(ids), total, page, pageCount, narrowing }
}

/** Whether the shop has these brands and types; one may still have nothing in this list. */
async function areKnown({ catalogue, db }: App.Locals, { brand, type }: Chosen): Promise<boolean> {
  if (type.length > 0) {
    const types = (await catalogue.categories()).flatMap(({ children }) => children)
    if (!type.every((id) => types.some((child) => child.id === id))) return false
  }
  return areBrands(db, brand)
}

/**
 * For an empty list: its filters, each with the number of products without it. Filters that share a
 * facet with others are skipped, as dropping one of several values of a facet adds nothing.
 */
export async function countsWithoutEachFilter(
  locals: App.Locals,
  query: ProductQuery,
  within: Partial<ListingName>,
) {
  const filters = activeFilters(query, await locals.catalogue.categories()).filter(
    ({ without: { facets } }) => !facets || isOneLess(facets, query.facets),
  )
  const wanted = filters.map(({ without }) => ({ ...query, ...without, ...within }))
  const counts = await countEach(locals, query, wanted)
  return filters
    .map((filter, index) => ({ ...filter, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** Whether this drops the only chosen value of a facet. */
const isOneLess = (facets: Chosen, before: Chosen) =>
  FACETS.some((name) => facets[name].length === 0 && before[name].length === 1)
