import type { AstroGlobal } from 'astro'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { listingKind, parsePageNumber } from '#lib/catalogue/listing-address.ts'
import { activeFilters, isPlainQuery, parseListingQuery } from '#lib/catalogue/listing-query.ts'
import { type Chosen, FACETS, type Narrowing } from '#lib/catalogue/facets.ts'
import type { Card } from '#lib/catalogue/product.ts'
import type { ProductQuery } from '#lib/catalogue/product-query.ts'
import { messages } from '#lib/texts/page/messages.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import { findBrandRedirect, findRedirect } from '#lib/server/catalogue/redirects.ts'
import { countEach, listProducts } from '#lib/server/catalogue/list-products.ts'

/** What a listing or search shows of its products. */
export type List = {
  cards: Card[]
  total: number
  page: number
  pageCount: number
  /** Of a plain list what it can be narrowed to is read where it is shown. */
  narrowing: Narrowing | undefined
}

/** What an address of a listing shows; or the way to where its products went, or that there is none. */
export async function openListing(page: AstroGlobal) {
  const { locals, params, url } = page
  const listing = await findListing(locals, url, params)
  if (listing) return listing
  const moved = await findRedirect(locals.db, listingKind(url.pathname), params['id'] ?? '')
  return moved === undefined ? page.rewrite('/404') : page.redirect(moved, 301)
}

/** Undefined when there is no such place, page or filter. */
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

/** Of a place the page that is asked for; undefined when there is none. */
async function listOf(locals: App.Locals, name: ListingName, query: ProductQuery) {
  const isPlain = isPlainQuery(query) && locals.location === EVERYWHERE
  const list = isPlain
    ? await plainList(locals, name, query.page)
    : await findList(locals, query, name)
  if (!list || list.page > list.pageCount) return undefined
  return { list, isPlain, query }
}

/** The products of a brand, or on offer, as an address asks for them. */
export async function openBrandOrOffers(page: AstroGlobal) {
  const { locals, params, url } = page
  const query = withPage(parseListingQuery(url.searchParams), params['page'])
  const id = params['id']
  const brand = id === undefined ? undefined : await locals.catalogue.brand(id)
  if (query && id !== undefined && !brand) {
    const isOnSale = async (other: string) => (await locals.catalogue.brand(other)) !== undefined
    const moved = await findBrandRedirect(locals.db, id, isOnSale)
    if (moved !== undefined) return page.redirect(moved, 301)
  }
  if (!query || (id !== undefined && !brand)) return page.rewrite('/404')
  const within: ListingName = brand ? { brandId: brand.id } : { offers: true }
  const title = brand ? brand.name : messages.offers
  const root = brand ? `/brand/${brand.id}` : '/offers'
  const found = await listOf(locals, within, query)
  return found ? { within, title, root, ...found } : page.rewrite('/404')
}

/** The page that the path names, or else the query; both at once are no address of ours. */
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
  // Who publishes has no search: there the part that shows them reads them.
  const narrowing = search?.facetIndex.narrowing(name)
  return { ...(await catalogue.listPage(name, page)), page, narrowing }
}

/** The products of a filtered list or a search; undefined for a text while there is no search yet. */
export async function findList(
  locals: App.Locals,
  asked: ProductQuery,
  within: Partial<ListingName> = {},
): Promise<List | undefined> {
  const { catalogue, location } = locals
  const listing = await listProducts(locals, { ...asked, ...within })
  if (!listing) return undefined
  const { found, ...narrowing } = listing
  const { ids, total, page, totalPages: pageCount } = found
  // Fewer products are sold here than where the address comes from.
  const isShorter = page > pageCount && asked.location === undefined && location !== EVERYWHERE
  if (isShorter) return findList(locals, { ...asked, page: pageCount }, within)
  return { cards: await catalogue.cards(ids), total, page, pageCount, narrowing }
}

/**
 * What an empty list would show without one of its filters. Of several values of a facet none has a product,
 * so that leaving one of them out changes nothing.
 */
export async function waysOut(
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

/** Whether a facet has no value any more, of which it had one. */
const isOneLess = (facets: Chosen, before: Chosen) =>
  FACETS.some((name) => facets[name].length === 0 && before[name].length === 1)
