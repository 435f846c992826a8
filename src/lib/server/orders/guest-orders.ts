import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#lib/server/durations.ts'
import { ORDER_LINK_DAYS } from '#lib/limits.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

const TRACKED_MS = ORDER_LINK_DAYS * DAY_MS
const MOST_OTHERS = 20

/** The secret of an order's link: 192 random bits, which cannot be guessed. */
export const newTrack = (): string => randomBytes(24).toString('base64url')

/** The path of an order's page for anybody with its link. */
export const trackPath = (track: string): string => `/track/${track}`

/** The order of a link, for 90 days; an expired link looks like a wrong one. */
export async function findTracked(db: Db, track: string, now: number) {
  if (!/^[\w-]{32}$/.test(track)) return undefined
  return db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where('track', '=', track)
    .where('created_at', '>', now - TRACKED_MS)
    .executeTakeFirst()
}

/** The secret of a guest's latest order, which leads to its page; undefined if they have bought nothing. */
export async function latestTrack(db: Db, guestId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('track')
    .where('user_id', '=', guestId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order?.track ?? undefined
}

/** The secret of an order's link; undefined if it has none. */
export async function trackOf(db: Db, orderId: string): Promise<string | undefined> {
  const query = db.selectFrom('orders').select('track').where('id', '=', orderId)
  return (await query.executeTakeFirst())?.track ?? undefined
}

/** A guest's other orders whose links still work, newest first. */
export async function otherOrders(db: Db, guestId: string, orderId: string, now: number) {
  const orders = await db
    .selectFrom('orders')
    .select(['number', 'track', 'status', 'created_at'])
    .where('user_id', '=', guestId)
    .where('id', '!=', orderId)
    .where('created_at', '>', now - TRACKED_MS)
    .orderBy('created_at', 'desc')
    .limit(MOST_OTHERS)
    .execute()
  return orders.flatMap(({ track, created_at, ...order }) =>
    track === null ? [] : [{ ...order, path: trackPath(track), placedAt: created_at }],
  )
}

/**
 * Gives an account the orders that were placed as a guest with its mail address, once that is confirmed. Can
 * be repeated for orders that came since.
 */
export async function takeOrdersOver(trx: Trx, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  if (!account) return
  await trx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('email', '=', account.email)
    .where('user_id', 'in', (from) => from.selectFrom('guest').select('user_id'))
    .execute()
  // Also attempts of orders taken over earlier, if they were left with the guest.
  await trx
    .updateTable('attempt')
    .set({ user_id: userId, idempotency_key: null })
    .where('id', 'in', (from) =>
      from.selectFrom('orders').select('attempt_id').where('user_id', '=', userId),
    )
    .where('user_id', 'in', (from) => from.selectFrom('guest').select('user_id'))
    .execute()
}
