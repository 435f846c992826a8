import { MINUTE_MS } from '#lib/server/durations.ts'
import { CODE_MINUTES, LINK_MINUTES } from '#lib/limits.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Accounts } from './accounts.ts'

export const CODE_MS = CODE_MINUTES * MINUTE_MS
export const LINK_MS = LINK_MINUTES * MINUTE_MS
/** Wrong tries after which a code is void (H10c). */
export const MAX_TRIES = 5
const DIGITS = 6

type Sign = Accounts['sign']

// Codes and links are derived from the id of the job that mails them, under the server's key: a job that runs
// again after a crash mails the same one, and the database never holds it (A26, F08).

/** The six-digit code of a job. */
export function codeOf(sign: Sign, jobId: string): string {
  const bytes = Buffer.from(sign('code', jobId), 'base64url')
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

/** The secret in a job's link. */
export const tokenOf = (sign: Sign, jobId: string): string => sign('link', jobId)

/** The hash under which a code is stored; it is valid for this mail address only. */
export const hashCode = (sign: Sign, email: string, code: string): string =>
  sign('kept code', `${email} ${code}`)
/** The hash under which a link's secret is stored. */
export const hashToken = (sign: Sign, token: string): string => sign('kept link', token)

type Kept = {
  userId: string
  purpose: 'verify' | 'reset'
  hash: string
  createdAt: number
  expiresAt: number
}

/**
 * Stores the hash of the code or link being mailed, replacing an earlier one; storing the same again keeps
 * its count of tries.
 * @returns false if a newer one is stored: a retry of an older mail must not replace it
 */
export async function keepCode(db: Db, kept: Kept): Promise<boolean> {
  const { userId, purpose, hash, createdAt, expiresAt } = kept
  const values = { hash, expires_at: expiresAt, tries: 0, created_at: createdAt }
  const keep = db
    .insertInto('account_code')
    .values({ user_id: userId, purpose, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet(values)
        .where('account_code.hash', '<>', hash)
        .where('account_code.created_at', '<', createdAt),
    )
  await retryWhileLocked(() => keep.execute())
  const row = await db
    .selectFrom('account_code')
    .select('hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.hash === hash
}
