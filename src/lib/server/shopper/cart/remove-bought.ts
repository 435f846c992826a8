import type { Trx } from '#lib/server/database/schema.ts'
import { lockCart } from './lock-cart.ts'

type Bought = { product_id: string; choice: string; quantity: number }

/** Takes what was bought out of the cart: what was added while the shopper paid stays (F28). */
export async function removeBought(
  trx: Trx,
  userId: string | null,
  lines: readonly Bought[],
): Promise<void> {
  if (userId === null) return
  const owner = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!owner) return
  await lockCart(trx, userId)
  for (const { product_id, choice, quantity } of lines) {
    const line = { user_id: userId, product_id, choice }
    const gone = await trx
      .deleteFrom('cart_item')
      .where((eb) => eb.and(line))
      .where('quantity', '<=', quantity)
      .returning('id')
      .executeTakeFirst()
    if (gone) continue
    await trx
      .updateTable('cart_item')
      .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
      .where((eb) => eb.and(line))
      .execute()
  }
}
