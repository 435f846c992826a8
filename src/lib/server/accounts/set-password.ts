import type { Db, Trx } from '#lib/server/database/schema.ts'
import { newId } from './new-id.ts'

/** The hash of the password that opens the account of a mail, if there is one. */
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
 * Locks a password that was just checked until the transaction is over. @returns false when it is no
 * longer the account's: checking takes a while, in which its owner may have taken it away from a stranger (T19, F47).
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

/** Sets a password; links that were mailed before lead nowhere any more (T04). */
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
    // Whoever came by Google has none yet.
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

/** Ends the sessions of a user, but for the one that is named (A23, F47). */
export async function endSessions(trx: Trx, userId: string, keptId?: string): Promise<number> {
  const ended = await trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(keptId !== undefined, (query) => query.where('id', '<>', keptId ?? ''))
    .returning('id')
    .execute()
  return ended.length
}
