import { MAX_WISHES } from '#lib/limits.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { lockCart } from '#lib/server/shopper/cart/change-cart.ts'
import { hashGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { type MergedLines, mergeLines } from './merge-lines.ts'
import { moveAttempts } from './move-attempts.ts'

/** What was merged at a sign-in; `unkept` wishes found no room on the list. */
export type Merged = MergedLines & { wishes: number; unkept: number }

/**
 * Merges what a guest gathered into the account that they sign in to: cart, wishlist, idempotency keys,
 * attempts and orders. It is done once, in one transaction, however often and from however many tabs it is
 * requested.
 * @returns undefined if the token has no guest, or no longer
 */
export async function mergeGuest(
  db: Db,
  userId: string,
  token: string,
): Promise<Merged | undefined> {
  const merged = await inTransaction(db, async (trx) => {
    const hash = hashGuestToken(token)
    // A second request waits here, and finds nothing.
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
    return { ok: true, value: { ...lines, ...wishes } }
  })
  return merged.ok ? merged.value : undefined
}

/**
 * Moves a guest's wishes, the newest first as far as the list goes; products that are on it already stay
 * unchanged.
 */
async function mergeWishes(trx: Trx, from: string, to: string) {
  const ownedBy = (id: string) =>
    trx.selectFrom('wishlist_item').where('user_id', '=', id).orderBy('created_at', 'desc')
  const own = await ownedBy(to).select('product_id').execute()
  const known = new Set(own.map((row) => row.product_id))
  const theirs = await ownedBy(from).select(['id', 'product_id']).execute()
  const others = theirs.filter((row) => !known.has(row.product_id))
  const kept = others.slice(0, Math.max(0, MAX_WISHES - own.length)).map(({ id }) => id)
  if (kept.length > 0) {
    await trx.updateTable('wishlist_item').set({ user_id: to }).where('id', 'in', kept).execute()
  }
  await trx.deleteFrom('wishlist_item').where('user_id', '=', from).execute()
  return { wishes: kept.length, unkept: others.length - kept.length }
}

/**
 * Moves a guest's idempotency keys to the account, so that a request whose answer was lost is not done again.
 * The guest's hash is stored with them for a browser that did not get the sign-in's answer (openGuest).
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
