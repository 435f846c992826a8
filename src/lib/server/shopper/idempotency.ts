import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** How long repeats are recognised (docs/cart.md): a phone may be off for some weeks. */
export const REPEATS_KEPT_MS = 30 * DAY_MS

/**
 * How many keys of one shopper are kept for one route. A guest's browser can hardly repeat more than the last few; of
 * an account's devices, one may have been off while another shopped; and a program of the shop may count all shelves
 * in a night.
 */
export const KEYS_KEPT = { guest: 50, account: 500, staff: 10_000 }

/**
 * Newer keys stay beyond that number: what waits in two tabs is sent by both, and may be more. The limits of writes
 * bound them (H10e).
 */
const NEW_MS = 15 * MINUTE_MS

/** A shopper's request with its idempotency key. */
export type KeyedRequest = {
  userId: string
  key: string | undefined
  route: string
  /** The body as parsed by the route's schema. */
  body: unknown
  /** How many of the newest keys of this user and route are kept after a new one. */
  kept?: number | undefined
  /** Run first in the transaction, even for a repeat; it may throw. */
  first?: ((trx: Trx) => Promise<void>) | undefined
}

/**
 * Does `work` once per key, and stores its answer in the same transaction: repeating the request under the
 * same key returns the stored answer and does nothing. Refusals are stored too, so `work` must refuse before
 * it writes. Without a key it is simply done.
 * @throws when `work` throws; then nothing is stored, and a repeat does it
 */
export function once<Answer>(
  db: Db,
  request: KeyedRequest,
  answers: z.ZodMiniType<Answer>,
  work: (trx: Trx) => Promise<Answer>,
): Promise<Result<Answer, 'keyTaken'>> {
  const { userId, key, route } = request
  const hash = createHash('sha256').update(JSON.stringify(request.body)).digest('base64url')
  return inTransaction(db, async (trx): Promise<Result<Answer, 'keyTaken'>> => {
    await request.first?.(trx)
    if (key === undefined) return { ok: true, value: await work(trx) }
    if (!(await claim(trx, { userId, key, route, hash }))) {
      const known = await find(trx, userId, key)
      if (known.route !== route || known.hash !== hash) return { ok: false, error: 'keyTaken' }
      return { ok: true, value: answers.parse(JSON.parse(known.answer ?? '')) }
    }
    await forgetOlder(trx, request)
    const value = await work(trx)
    await trx
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(value) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return { ok: true, value }
  })
}

/**
 * Stores the key. @returns whether it is new. On PostgreSQL a concurrent request with the same key waits here
 * for the first one.
 */
async function claim(
  trx: Trx,
  { userId, key, route, hash }: { userId: string; key: string; route: string; hash: string },
): Promise<boolean> {
  const now = Date.now()
  const claimed = await trx
    .insertInto('idempotency')
    .values({ user_id: userId, key, route, hash, answer: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Or whoever thinks up keys would fill the disk. What is of the future was done before the clock was set back, and so
 * counts as older than all that was done since.
 */
async function forgetOlder(
  trx: Trx,
  { userId, route, kept = KEYS_KEPT.account }: KeyedRequest,
): Promise<void> {
  const now = Date.now()
  const oldestKept = await trx
    .selectFrom('idempotency')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('created_at', '<=', now + NEW_MS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(kept - 1)
    .executeTakeFirst()
  if (!oldestKept) return
  const end = Math.min(oldestKept.created_at, now - NEW_MS)
  await trx
    .deleteFrom('idempotency')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where((eb) => eb.or([eb('created_at', '<', end), eb('created_at', '>', now + NEW_MS)]))
    .execute()
}

function find(trx: Trx, userId: string, key: string) {
  return trx
    .selectFrom('idempotency')
    .select(['route', 'hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}
