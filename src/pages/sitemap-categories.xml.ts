import type { APIRoute } from 'astro'
import { type ListingKind, listingPath } from '#lib/catalogue/listing-address.ts'
import type { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { LISTING_PAGE_SIZE } from '#lib/server/catalogue/lists.ts'
import { sitemapFile, xmlResponse } from '#lib/seo/sitemap.ts'

/** GET /sitemap-categories.xml: every page of every listing that is not empty, including offers and brands. */
export const GET: APIRoute = async ({ locals: { catalogue, origin } }) => {
  const places = (await catalogue.categories()).flatMap((category) => [
    { kind: 'category' as const, id: category.id },
    ...category.children.map((child) => ({ kind: 'subcat' as const, id: child.id })),
  ])
  const paths = await Promise.all(places.map(({ kind, id }) => listingPaths(catalogue, kind, id)))
  const offers = await catalogue.lists.ids({ offers: true })
  const shelves = [
    ...pagesOf('/offers', offers.length),
    ...(await catalogue.lists.brands()).flatMap(({ id, count }) => pagesOf(`/brand/${id}`, count)),
  ]
  return xmlResponse(
    sitemapFile([...paths.flat(), ...shelves].map((path) => ({ address: origin + path }))),
  )
}

function pagesOf(path: string, count: number): string[] {
  const pageCount = Math.ceil(count / LISTING_PAGE_SIZE)
  return Array.from({ length: pageCount }, (_, at) => (at === 0 ? path : `${path}/page/${at + 1}`))
}

async function listingPaths(catalogue: Catalogue, kind: ListingKind, id: string) {
  const ids = await catalogue.lists.ids(kind === 'subcat' ? { subcatId: id } : { categoryId: id })
  return pagesOf(listingPath(kind, id), ids.length)
}
