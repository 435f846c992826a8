import type { Card } from '#lib/catalogue/product.ts'
import { listBought } from '#lib/server/orders/bought.ts'

/** Who buys the same again finds it among so many. */
const MOST_BOUGHT = 48

/** What a shopper has bought before and can buy now, without what is in the cart already. */
export async function boughtCards(
  { catalogue, db }: App.Locals,
  userId: string,
  inCart: readonly string[] = [],
): Promise<Card[]> {
  const ids = await listBought(db, userId, MOST_BOUGHT)
  const cards = await catalogue.cards(ids.filter((id) => !inCart.includes(id)))
  return cards.filter(({ isInStock }) => isInStock)
}
