import { MAX_LINES, MAX_QUANTITY } from '#lib/limits.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { writeChoice } from '#lib/server/shopper/cart/sold-product.ts'
import { type CartLine, readCart } from '#lib/server/shopper/cart/read-cart.ts'

/** What became of the lines of a guest's cart. */
export type MergedLines = {
  /** The number of lines in it. */
  lines: number
  /** Lines that now have fewer units than both carts had together. */
  capped: { title: string; quantity: number }[]
  /** Titles of products for which the cart had no room; they are on the wishlist. */
  listed: string[]
}

/**
 * Merges the lines of one cart into another: quantities are added as far as the stock allows, but never fall
 * below what either cart had. What a full cart has no room for goes on the wishlist. Both carts must be
 * locked.
 */
export async function mergeLines(trx: Trx, from: string, to: string): Promise<MergedLines> {
  const incoming = (await readCart(trx, from)).lines
  const own = (await readCart(trx, to)).lines
  const merged: MergedLines = { lines: incoming.length, capped: [], listed: [] }
  let count = own.length
  for (const line of incoming) {
    const same = own.find((one) => keyOf(one) === keyOf(line))
    if (same) {
      const quantity = sumOf(line, same)
      await addUnits(trx, same.id, quantity)
      // The cart itself tells about products that cannot be bought.
      const isSold = line.state !== 'withdrawn' && line.stock !== 0
      if (isSold && quantity < line.quantity + same.quantity) {
        merged.capped.push({ title: line.title, quantity })
      }
    } else if (count < MAX_LINES) {
      count++
      // It keeps its id, so that a change still on its way finds it.
      await trx.updateTable('cart_item').set({ user_id: to }).where('id', '=', line.id).execute()
    } else {
      await putOnList(trx, to, line)
      merged.listed.push(line.title)
    }
  }
  await trx.deleteFrom('cart_item').where('user_id', '=', from).execute()
  return merged
}

const keyOf = ({ productId, choice }: CartLine) => `${productId} ${writeChoice(choice)}`

function sumOf(one: CartLine, other: CartLine): number {
  const most = Math.max(one.stock ?? MAX_QUANTITY, one.quantity, other.quantity)
  return Math.min(one.quantity + other.quantity, most, MAX_QUANTITY)
}

async function addUnits(trx: Trx, id: string, quantity: number): Promise<void> {
  await trx
    .updateTable('cart_item')
    .set({ quantity, changed_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

async function putOnList(trx: Trx, to: string, line: CartLine): Promise<void> {
  await trx
    .insertInto('wishlist_item')
    .values({
      ...{ id: line.id, user_id: to, product_id: line.productId },
      ...{ choice: writeChoice(line.choice), created_at: Date.now() },
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet((eb) => ({
        choice: eb.ref('excluded.choice'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
}
