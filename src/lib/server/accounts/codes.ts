import { CODE_MINUTES, LINK_MINUTES } from '#lib/limits.ts'
import { whenFree } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Accounts } from './accounts.ts'

export const CODE_MS = CODE_MINUTES * 60_000
export const LINK_MS = LINK_MINUTES * 60_000
/** Wrong tries that end a code (H10c). */
export const MAX_TRIES = 5
const DIGITS = 6

type Sign = Accounts['sign']

// Codes and links come from the id of the job that mails them, under the server's key: a job that
// runs again after a crash mails the same one, and the database never has it (A26, F08).

/** The six digits of a job. */
export function codeOf(sign: Sign, jobId: string): string {
  const bytes = Buffer.from(sign('code', jobId), 'base64url')
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

/** The secret of a job's link. */
export const tokenOf = (sign: Sign, jobId: string): string => sign('link', jobId)

/** For that purpose and mail only. */
export const hashCode = (sign: Sign, email: string, code: string): string =>
  sign('kept code', `${email} ${code}`)
export const hashToken = (sign: Sign, token: string): string => sign('kept link', token)

type Kept = {
  userId: string
  purpose: 'verify' | 'reset'
  hash: string
  createdAt: number
  expiresAt: number
}

/**
 * Keeps what is being mailed in place of an earlier one; the same again keeps its tries.
 * @returns false where a newer one is kept: an older mail that is tried again must not end it
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
  await whenFree(() => keep.execute())
  const row = await db
    .selectFrom('account_code')
    .select('hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.hash === hash
}
