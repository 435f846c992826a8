import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Trx } from '#lib/server/database/schema.ts'

/** How long a repeat is known (docs/cart.md): a phone may be off for some weeks. */
export const REPEATS_KEPT_MS = 30 * 24 * 3600 * 1000

/** One request of a shopper. */
export type KeyedRequest = {
  userId: string
  key: string | undefined
  route: string
  /** What the route's schema made of it. */
  body: unknown
  /** What its transaction begins with, also where it is a repeat; it may throw. */
  first?: ((trx: Trx) => Promise<void>) | undefined
}

/**
 * Does `work` once per key, in one transaction with the memory of its answer: the same request under
 * the same key gets that answer again and nothing is done. Answers are kept whatever
 * they say, so `work` must refuse before it writes. Without a key it is just done.
 * @throws when `work` throws; then nothing is kept, and a repeat does it
 */
export function once<Answer>(
  db: Kysely<Database>,
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

/** Whether the key is new. On PostgreSQL a request with the same key waits here for the first one. */
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

function find(trx: Trx, userId: string, key: string) {
  return trx
    .selectFrom('idempotency')
    .select(['route', 'hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}
