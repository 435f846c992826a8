import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { Card } from '#lib/catalogue/product.ts'
import type { ListName } from '#lib/server/catalogue/lists.ts'
import { findProducts } from '#lib/server/catalogue/list-products.ts'

/** The first cards of a list that are sold in the shopper's location. */
export async function locatedCards(
  locals: App.Locals,
  name: ListName,
  count: number,
): Promise<Card[]> {
  const { catalogue } = locals
  if (locals.location === EVERYWHERE) {
    const ids = await catalogue.lists.ids(name)
    return catalogue.products.cards(ids.slice(0, count))
  }
  const within = typeof name === 'string' ? { isFeatured: name === 'featured' } : name
  const asked = { ...within, text: '', page: 1, perPage: count }
  const found = await findProducts(locals, asked)
  return catalogue.products.cards(found?.ids ?? [])
}
