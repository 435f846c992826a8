import { inTransaction } from '#lib/server/database/database.ts'
import { unsubscribeSession } from '#lib/server/push/subscriptions.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import type { Accounts } from './accounts.ts'
import type { SignedInUser } from './session.ts'
import { type Ended, endSessions, NONE_ENDED } from './set-password.ts'

/** A session as its owner sees it; contains no credential. */
export type OwnSession = {
  id: string
  device: string
  signedin: string
  lastseen: string
  current: boolean
}

/** The valid sessions of a user, newest first (A28). */
export async function listSessions({ db }: Accounts, user: SignedInUser): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    signedin: new Date(row.created_at).toISOString(),
    lastseen: new Date(row.updated_at).toISOString(),
    current: row.id === user.sessionId,
  }))
}

/** Ends all sessions of a user except this one. */
export async function endOtherSessions({ db }: Accounts, user: SignedInUser): Promise<Ended> {
  const ended = await inTransaction(db, async (trx) => ({
    ok: true,
    value: await endSessions(trx, user.id, user.sessionId),
  }))
  return ended.ok ? ended.value : NONE_ENDED
}

/** Ends one session of a user, and tells its device of no more orders. @returns whether it was theirs */
export async function endOwnSession(
  { db }: Accounts,
  user: SignedInUser,
  id: string,
): Promise<boolean> {
  const ended = await inTransaction(db, async (trx) => {
    await unsubscribeSession(trx, { id: user.id, sessionId: id })
    const row = await trx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    return { ok: true, value: row !== undefined }
  })
  return ended.ok && ended.value
}

function deviceOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1]
  return accountMessages.device(browser, system)
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
]
