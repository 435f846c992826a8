import { createHash } from 'node:crypto'
import { powersOf } from '#lib/account/roles.ts'
import type { PushSubscriptionBody } from '#lib/counter/push.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Most subscriptions per person: their phones and computers. */
const MAX_OF_ONE = 10

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** Subscribes a browser of somebody at the desk to new orders; repeating it renews the subscription. */
export async function subscribeDevice(
  db: Db,
  userId: string,
  { endpoint, p256dh, auth }: PushSubscriptionBody,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const mine = { user_id: userId, p256dh, auth, created_at: now }
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

/** The subscriptions of everybody who may see orders now. */
export async function listSubscriptions(db: Db) {
  const rows = await db
    .selectFrom('push_subscription')
    .innerJoin('user', 'user.id', 'push_subscription.user_id')
    .select(['push_subscription.id', 'endpoint', 'p256dh', 'auth', 'user.roles'])
    .execute()
  return rows.filter(({ roles }) => powersOf(roles).isStaff)
}

/** Deletes a subscription that its push service no longer knows. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}
