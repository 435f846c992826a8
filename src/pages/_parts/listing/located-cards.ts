import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { Card } from '#lib/catalogue/product.ts'
import type { ListName } from '#lib/server/catalogue/lists.ts'
import { listProducts } from '#lib/server/catalogue/find-products.ts'

/** The first cards of a list that are sold in the shopper's location. */
export async function locatedCards(
  { catalogue, db, location, search }: App.Locals,
  name: ListName,
  count: number,
): Promise<Card[]> {
  if (location === EVERYWHERE) {
    const ids = await catalogue.list(name)
    return catalogue.cards(ids.slice(0, count))
  }
  const within = typeof name === 'string' ? { isFeatured: name === 'featured' } : name
  const asked = { ...within, text: '', location, page: 1, perPage: count }
  const listing = await listProducts(db, search, asked)
  return catalogue.cards(listing?.found.ids ?? [])
}
