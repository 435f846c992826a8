import { createHash } from 'node:crypto'
import { powersOf } from '#lib/account/roles.ts'
import type { PushSubscriptionBody } from '#lib/counter/push.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** Most subscriptions per person: their phones and computers. */
const MAX_OF_ONE = 10

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** Whoever is signed in on a device, and their session there. */
type Holder = { id: string; sessionId: string }

/** Subscribes a browser of somebody at the desk to new orders; repeating it renews the subscription. */
export async function subscribeDevice(
  db: Db,
  { id: userId, sessionId }: Holder,
  { endpoint, p256dh, auth }: PushSubscriptionBody,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const mine = { user_id: userId, session_id: sessionId, p256dh, auth, created_at: now }
    await trx
      .insertInto('push_subscription')
      .values({ id: idOf(endpoint), endpoint, ...mine })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(mine))
      .execute()
    const kept = trx
      .selectFrom('push_subscription')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_OF_ONE)
    await trx
      .deleteFrom('push_subscription')
      .where('user_id', '=', userId)
      .where('id', 'not in', kept)
      .execute()
    return { ok: true, value: undefined }
  })
}

/** Ends the subscription of this person's browser. */
export async function unsubscribeDevice(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('id', '=', idOf(endpoint))
    .where('user_id', '=', userId)
    .execute()
}

/** Whether this session's browser is subscribed. */
export async function isSubscribed(db: Db, { sessionId }: Holder): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscription')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return found !== undefined
}

/** Ends the subscription of a session that its user ends (A28). */
export async function unsubscribeSession(db: Db, { id, sessionId }: Holder): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', id)
    .execute()
}

/** Ends all subscriptions of a user but that of the session `keptId`, like their sessions (A23, A28). */
export async function unsubscribeAll(trx: Trx, userId: string, keptId?: string): Promise<number> {
  const gone = await trx
    .deleteFrom('push_subscription')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '<>', keptId ?? '')]))
    .returning('endpoint')
    .execute()
  return gone.length
}

/**
 * The subscriptions of everybody who may see orders now. `isSignedIn`: their session on that device has not
 * run out, so that the device may show whose order it is.
 */
export async function listSubscriptions(db: Db) {
  const rows = await db
    .selectFrom('push_subscription')
    .innerJoin('user', 'user.id', 'push_subscription.user_id')
    .leftJoin('session', (join) =>
      join
        .onRef('session.id', '=', 'push_subscription.session_id')
        .onRef('session.user_id', '=', 'push_subscription.user_id')
        .on('session.expires_at', '>', new Date()),
    )
    .select(['push_subscription.id', 'endpoint', 'p256dh', 'auth', 'user.roles'])
    .select('session.id as session_id')
    .execute()
  return rows
    .filter(({ roles }) => powersOf(roles).isStaff)
    .map(({ session_id, ...row }) => ({ ...row, isSignedIn: session_id !== null }))
}

/** Deletes a subscription that its push service no longer knows. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}
