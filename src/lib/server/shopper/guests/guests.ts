import { MINUTE_MS } from '#lib/server/durations.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS, hashGuestToken, newGuestToken } from './guest-cookie.ts'

/** The guest's cart was merged into an account meanwhile, in another tab; a new request is signed in there. */
export class GuestIsGone extends Error {}

/** Finds a guest by the token of their cookie; writes nothing. */
export async function findGuest(db: Db, token: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('guest')
    .select('user_id as id')
    .where('hash', '=', hashGuestToken(token))
    .where('seen_at', '>', Date.now() - GUEST_KEPT_MS)
    .executeTakeFirst()
}

/**
 * Creates a guest: a row of "user" for carts and orders to refer to. Its mail address is invalid, so nobody
 * can sign up, sign in or get mail with it.
 * @param former the browser's token of a guest who has signed in since: the answers which that guest got are
 * copied, so that a repeated request is not done again (G02)
 */
export async function openGuest(db: Db, former?: string): Promise<{ id: string; token: string }> {
  const id = newId()
  const token = newGuestToken()
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const nobody = { name: '', email: `guest ${id}`, email_verified: false, image: null, phone: '' }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('user')
      .values({ id, ...nobody, ...times })
      .execute()
    const seen_at = now.getTime()
    await trx
      .insertInto('guest')
      .values({ user_id: id, hash: hashGuestToken(token), seen_at })
      .execute()
    const revision = firstRevision(seen_at)
    await trx.insertInto('cart').values({ user_id: id, revision }).execute()
    if (former !== undefined) await copyKeys(trx, former, id)
    return { ok: true, value: undefined }
  })
  return { id, token }
}

/** So the browser can still repeat what it did not hear the answer to. */
async function copyKeys(trx: Trx, former: string, id: string): Promise<void> {
  const columns = ['user_id', 'key', 'route', 'hash', 'answer', 'created_at'] as const
  await trx
    .insertInto('idempotency')
    .columns(columns)
    .expression(
      trx
        .selectFrom('idempotency')
        .select((eb) => [eb.val(id).as('user_id'), ...columns.slice(1)])
        .where('guest_hash', '=', hashGuestToken(former)),
    )
    .execute()
}

/**
 * Must be the first statement of any write for a guest: it waits for a concurrent sign-in, so that nothing is
 * written into a cart that is no longer used.
 * @throws GuestIsGone
 */
export async function keepGuest(trx: Trx, id: string): Promise<void> {
  const kept = await trx
    .updateTable('guest')
    .set({ seen_at: Date.now() })
    .where('user_id', '=', id)
    .where('hash', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!kept) throw new GuestIsGone('The guest has signed in')
}

/** Whether a row of "user" is a guest. */
export async function isGuest(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('guest')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

const COUNTED_FROM = Date.UTC(2026, 0)

/**
 * Of two carts a browser shows the one with the larger revision. A new guest's cart therefore starts at the
 * number of seconds since 2026, above that of an earlier guest of the same browser.
 */
const firstRevision = (now: number): number => Math.floor((now - COUNTED_FROM) / 1000)

/** How long a visitor's first addition may take while the same browser loads a page. */
const FIRST_ADDITION_MS = MINUTE_MS

/**
 * The revision of an unknown visitor's empty cart: above that of a guest who was deleted, and below that of
 * one created while the answer was made.
 */
export const nobodysRevision = (now: number): number => firstRevision(now - FIRST_ADDITION_MS)
