import type { Kysely } from 'kysely'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Trx } from '#lib/server/database/schema.ts'
import { lockCart } from '#lib/server/shopper/cart/change-cart.ts'
import { hashGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { type MergedLines, mergeLines } from './merge-lines.ts'
import { moveAttempts } from './move-attempts.ts'

/** What a sign-in brought along. */
export type Merged = MergedLines & { wishes: number }

/**
 * Puts what somebody gathered without an account into the account that they sign in to: cart, list, the
 * memory of answered requests, what is being paid and what was bought; all of it once, in one transaction,
 * however often and from however many tabs it is asked for.
 * @returns undefined when the token has no cart, or no longer
 */
export async function mergeGuest(
  db: Kysely<Database>,
  userId: string,
  token: string,
): Promise<Merged | undefined> {
  const merged = await inTransaction(db, async (trx) => {
    const hash = hashGuestToken(token)
    // Who comes second waits here, and finds nothing.
    const guest = await trx
      .updateTable('guest')
      .set({ hash: null })
      .where('hash', '=', hash)
      .returning('user_id')
      .executeTakeFirst()
    if (!guest) return { ok: true, value: undefined }
    const from = guest.user_id
    await moveAttempts(trx, from, userId)
    await lockCart(trx, from)
    await lockCart(trx, userId)
    const lines = await mergeLines(trx, from, userId)
    const wishes = await mergeWishes(trx, from, userId)
    await moveKeys(trx, { from, to: userId, hash })
    await trx.deleteFrom('user').where('id', '=', from).execute()
    return { ok: true, value: { ...lines, wishes } }
  })
  return merged.ok ? merged.value : undefined
}

/** What stands on the list already stays as it is. @returns how many are new there */
async function mergeWishes(trx: Trx, from: string, to: string): Promise<number> {
  const known = trx.selectFrom('wishlist_item').select('product_id').where('user_id', '=', to)
  const { numUpdatedRows } = await trx
    .updateTable('wishlist_item')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .where('product_id', 'not in', known)
    .executeTakeFirst()
  await trx.deleteFrom('wishlist_item').where('user_id', '=', from).execute()
  return Number(numUpdatedRows)
}

/**
 * What the shop has answered a guest is not done again for the account, when the answer got lost; and under
 * the guest's hash it is found for their browser, when the sign-in's own answer got lost (openGuest).
 */
async function moveKeys(
  trx: Trx,
  { from, to, hash }: { from: string; to: string; hash: string },
): Promise<void> {
  const keysOf = (id: string) =>
    trx.selectFrom('idempotency').select('key').where('user_id', '=', id)
  await trx
    .updateTable('idempotency')
    .set({ guest_hash: hash })
    .where('user_id', '=', to)
    .where('key', 'in', keysOf(from))
    .execute()
  await trx
    .updateTable('idempotency')
    .set({ user_id: to, guest_hash: hash })
    .where('user_id', '=', from)
    .where('key', 'not in', keysOf(to))
    .execute()
}
