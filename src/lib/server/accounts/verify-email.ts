import { inLightTransaction, inTransaction } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Accounts } from './accounts.ts'
import { hashCode, MAX_TRIES } from './codes.ts'
import { takeOrdersOver } from '#lib/server/orders/guest-orders.ts'
import { clearUnprovenAccount } from './clear-unproven-account.ts'
import { queueAccountMail } from './jobs.ts'
import { type ClaimCall, isPasswordOwner } from './password-proof.ts'
import { endSessions } from './set-password.ts'

/**
 * `isPasswordOwner`: whoever entered the code has also chosen the password, or is signed in. `isLocked`: nobody can
 * sign in by password until the owner chooses one through the mailed link.
 */
type Verified = { userId: string; isOwn: boolean; isLocked: boolean }

/**
 * Marks a mail address as verified if the code is right. Tries count, and unknown addresses take the same
 * path (A25, A26). If this browser has no proof that it chose the password, the password, all sessions and
 * personal data are removed: they may be those of a stranger who signed up first (T19).
 */
export async function verifyEmail(
  accounts: Accounts,
  { email, otp }: { email: string; otp: string },
  call: ClaimCall,
): Promise<Verified | undefined> {
  const { db, sign } = accounts
  const counted = await inLightTransaction(db, async (trx) => ({
    ok: true,
    value: await triedBy(trx, email).executeTakeFirst(),
  }))
  const kept = counted.ok ? counted.value : undefined
  const hash = hashCode(sign, email, otp)
  if (!isEqual(hash, kept?.hash ?? '') || !kept) return undefined
  const userId = kept.user_id
  const used = await inTransaction(db, async (trx) => {
    const taken = await trx
      .deleteFrom('account_code')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) return { ok: false, error: 'used' }
    const isNew = await markVerified(trx, userId)
    if (isNew) await takeOrdersOver(trx, userId)
    const isTheirs = await isPasswordOwner(trx, accounts, { userId, email }, call)
    const isLocked = isNew && !isTheirs
    if (isLocked) await lockOut(trx, userId, email)
    return { ok: true, value: { userId, isOwn: isTheirs, isLocked } }
  })
  return used.ok ? used.value : undefined
}

/**
 * Counts a try, in a transaction that does not wait for the disk: waiting would reveal that the address has a
 * code (A25).
 */
function triedBy(trx: Trx, email: string) {
  return trx
    .updateTable('account_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', 'verify')
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', Date.now())
    .where('user_id', 'in', (eb) => eb.selectFrom('user').select('id').where('email', '=', email))
    .returning(['user_id', 'hash'])
}

/**
 * Marks the mail address of an account as verified.
 * @returns false if it was already: then the password is its owner's
 */
export async function markVerified(trx: Trx, userId: string): Promise<boolean> {
  const marked = await trx
    .updateTable('user')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

async function lockOut(trx: Trx, userId: string, email: string): Promise<void> {
  await trx
    .deleteFrom('account')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
  await endSessions(trx, userId)
  await clearUnprovenAccount(trx, userId)
  await queueAccountMail(trx, { about: 'reset', email })
}
