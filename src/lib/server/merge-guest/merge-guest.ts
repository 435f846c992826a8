import { MAX_WISHES } from '#lib/limits.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { lockCart } from '#lib/server/shopper/cart/change-cart.ts'
import { hashGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { type MergedLines, mergeLines } from './merge-lines.ts'
import { moveAttempts } from './move-attempts.ts'

/**
 * What was merged at a sign-in: `unkept` wishes found no room on the list; of the products `onePack` both
 * lists had a pack, and one of them is on it.
 */
export type Merged = MergedLines & { wishes: number; unkept: number; onePack: string[] }

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
 * Moves a guest's wishes, the newest first as far as the list goes. Of a product that is on it already, the
 * pack stays that was saved last (G35).
 */
async function mergeWishes(trx: Trx, from: string, to: string) {
  const ownedBy = (id: string) =>
    trx
      .selectFrom('wishlist_item')
      .innerJoin('product', 'product.id', 'product_id')
      .select(['wishlist_item.id', 'product_id', 'choice', 'wishlist_item.created_at', 'name'])
      .where('user_id', '=', id)
      .orderBy('wishlist_item.created_at', 'desc')
      .execute()
  const own = await ownedBy(to)
  const known = new Map(own.map((row) => [row.product_id, row]))
  const theirs = await ownedBy(from)
  const others = theirs.filter((row) => !known.has(row.product_id))
  const kept = others.slice(0, Math.max(0, MAX_WISHES - own.length)).map(({ id }) => id)
  if (kept.length > 0) {
    await trx.updateTable('wishlist_item').set({ user_id: to }).where('id', 'in', kept).execute()
  }
  const onePack: string[] = []
  for (const { product_id, choice, created_at, name } of theirs) {
    const same = known.get(product_id)
    if (!same || choice === '' || choice === same.choice) continue
    if (same.choice !== '') onePack.push(name)
    if (same.choice !== '' && same.created_at > created_at) continue
    await trx
      .updateTable('wishlist_item')
      .set({ choice, created_at: Math.max(created_at, same.created_at) })
      .where('id', '=', same.id)
      .execute()
  }
  await trx.deleteFrom('wishlist_item').where('user_id', '=', from).execute()
  return { wishes: kept.length, unkept: others.length - kept.length, onePack }
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
