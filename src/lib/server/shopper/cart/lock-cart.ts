import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'

/**
 * Has the writers of one cart wait for each other, and counts its revision up. Every transaction that
 * writes cart_item calls it first, so that limits over all lines hold (A09, I7).
 */
export async function lockCart(trx: Trx, userId: string): Promise<void> {
  await trx
    .insertInto('cart')
    .values({ user_id: userId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ revision: sql`cart.revision + 1` }),
    )
    .execute()
}
