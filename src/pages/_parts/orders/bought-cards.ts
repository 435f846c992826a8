import { cardOfPack } from '#lib/catalogue/card-packs.ts'
import type { Card } from '#lib/catalogue/product.ts'
import { listBought } from '#lib/server/orders/bought.ts'

/** How many products are listed at most. */
const MAX_BOUGHT = 48

/**
 * Cards of products that the shopper has bought and can buy now, each with the pack bought last,
 * except those already in the cart.
 */
export async function boughtCards(
  { catalogue, db }: App.Locals,
  userId: string,
  inCart: readonly string[] = [],
): Promise<Card[]> {
  const bought = await listBought(db, userId, MAX_BOUGHT)
  const labels = new Map(bought.map(({ id, label }) => [id, label]))
  const cards = await catalogue.products.cards(
    [...labels.keys()].filter((id) => !inCart.includes(id)),
  )
  return cards
    .map((card) => cardOfPack(card, labels.get(card.id) ?? ''))
    .filter(({ isInStock }) => isInStock)
}
