import type { Kysely } from 'kysely'
import { newId } from '#lib/server/accounts/new-id.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS, hashGuestToken, newGuestToken } from './guest-cookie.ts'

/** The cart went into an account meanwhile, in another tab: whoever asks again is signed in there. */
export class GuestIsGone extends Error {}

/** Finds somebody without an account by the token of their cookie; reading writes nothing. */
export async function findGuest(db: Db, token: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('guest')
    .select('user_id as id')
    .where('hash', '=', hashGuestToken(token))
    .where('seen_at', '>', Date.now() - GUEST_KEPT_MS)
    .executeTakeFirst()
}

/**
 * Makes room for somebody without an account: a row of "user" that carts and orders already refer to. Its
 * mail is none, so nobody can sign up, sign in or be mailed by it.
 * @param former the token that their browser still has of a guest who has signed in: what that one was
 *   answered is known to this one, so that a repeat of it is not done again (G02)
 */
export async function openGuest(
  db: Kysely<Database>,
  former?: string,
): Promise<{ id: string; token: string }> {
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

/** A browser sends one change at a time, so that the last ones are all that it may repeat. */
const MAX_UNHEARD = 20

async function copyKeys(trx: Trx, former: string, id: string): Promise<void> {
  const columns = ['user_id', 'key', 'route', 'hash', 'answer', 'created_at'] as const
  await trx
    .insertInto('idempotency')
    .columns(columns)
    .expression(
      trx
        .selectFrom('idempotency')
        .select((eb) => [eb.val(id).as('user_id'), ...columns.slice(1)])
        .where('guest_hash', '=', hashGuestToken(former))
        .orderBy('created_at', 'desc')
        .limit(MAX_UNHEARD),
    )
    .execute()
}

/**
 * The first statement of whatever is written for a guest: what comes behind a sign-in waits here, and is
 * not written into a cart that nobody sees any more.
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

/** Whether a row of "user" is somebody without an account. */
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
 * Of two carts a browser shows the one with the larger revision. A later guest of the same browser, who
 * starts anew, starts above the earlier one: by the seconds.
 */
const firstRevision = (now: number): number => Math.floor((now - COUNTED_FROM) / 1000)

/** How long a first addition may be on its way while the same browser asks for a page. */
const FIRST_ADDITION_MS = 60_000

/**
 * The revision of the empty cart of a visitor whom the shop does not know: above that of a guest who was
 * forgotten, and below that of one who came while the answer was made.
 */
export const nobodysRevision = (now: number): number => firstRevision(now - FIRST_ADDITION_MS)
