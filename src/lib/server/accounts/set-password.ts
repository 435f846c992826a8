import type { Db, Trx } from '#lib/server/database/schema.ts'
import { unsubscribeAll } from '#lib/server/push/subscriptions.ts'
import { newId } from './new-id.ts'

/** The password hash of the account with this mail address, if it has one. */
export async function findPassword(
  db: Db,
  email: string,
  { isLocking = false } = {},
): Promise<string | undefined> {
  const select = db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.user_id')
    .select('account.password')
    .where('user.email', '=', email)
    .where('provider_id', '=', 'credential')
  const row = await (isLocking ? select.forShare('account') : select).executeTakeFirst()
  return row?.password ?? undefined
}

/**
 * Locks a password that was just checked until the transaction ends. @returns false if it has been changed
 * meanwhile: checking takes a while, in which the owner may have taken the account back from a stranger (T19,
 * F47)
 */
export async function lockIfUnchanged(trx: Trx, userId: string, hash: string): Promise<boolean> {
  const kept = await trx
    .updateTable('account')
    .set({ updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hash)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Sets a password, and voids links that were mailed before (T04). */
export async function setPassword(trx: Trx, userId: string, hash: string): Promise<void> {
  const now = new Date()
  const changed = await trx
    .updateTable('account')
    .set({ password: hash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .returning('id')
    .executeTakeFirst()
  if (!changed) {
    // Accounts made by Google have no password yet.
    const account = { id: newId(), account_id: userId, provider_id: 'credential', user_id: userId }
    const values = { ...account, password: hash, created_at: now, updated_at: now }
    await trx.insertInto('account').values(values).execute()
  }
  await trx
    .deleteFrom('account_code')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .execute()
}

/** How many sessions ended, and how many devices no longer ring for new orders. */
export type Ended = { ended: number; silenced: number }
export const NONE_ENDED: Ended = { ended: 0, silenced: 0 }

/** Ends all sessions of a user except `keptId` (A23, F47), and tells their devices of no more orders. */
export async function endSessions(trx: Trx, userId: string, keptId?: string): Promise<Ended> {
  const silenced = await unsubscribeAll(trx, userId, keptId)
  const ended = await trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(keptId !== undefined, (query) => query.where('id', '<>', keptId ?? ''))
    .returning('id')
    .execute()
  return { ended: ended.length, silenced }
}
