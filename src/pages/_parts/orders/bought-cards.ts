import { cardOfPack } from '#lib/catalogue/card-packs.ts'
import type { Card } from '#lib/catalogue/product.ts'
import { listBought } from '#lib/server/orders/bought.ts'

/** Who buys the same again finds it among so many. */
const MAX_BOUGHT = 48

/** What a shopper has bought before and can buy now, of packs the one of last time, without what is in the cart. */
export async function boughtCards(
  { catalogue, db }: App.Locals,
  userId: string,
  inCart: readonly string[] = [],
): Promise<Card[]> {
  const bought = await listBought(db, userId, MAX_BOUGHT)
  const labels = new Map(bought.map(({ id, label }) => [id, label]))
  const cards = await catalogue.cards([...labels.keys()].filter((id) => !inCart.includes(id)))
  return cards
    .map((card) => cardOfPack(card, labels.get(card.id) ?? ''))
    .filter(({ isInStock }) => isInStock)
}
