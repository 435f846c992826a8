import { inTransaction } from '#lib/server/database/database.ts'
import type { Result } from '#lib/result.ts'
import type { Accounts } from './accounts.ts'
import { hashToken } from './codes.ts'
import { clearUnprovenAccount } from './clear-unproven-account.ts'
import { queueAccountMail } from './jobs.ts'
import { ACCOUNT_RULES } from './limits.ts'
import { type ClaimCall, isPasswordOwner } from './password-proof.ts'
import { deviceCookie } from './known-device.ts'
import { endSessions, setPassword } from './set-password.ts'
import { markVerified } from './verify-email.ts'

/** The account of a reset link that is still valid; the link is not used up by this. */
export async function findReset({ db, sign }: Accounts, token: string) {
  return db
    .selectFrom('account_code')
    .innerJoin('user', 'user.id', 'account_code.user_id')
    .select(['user.id', 'user.email'])
    .where('purpose', '=', 'reset')
    .where('hash', '=', hashToken(sign, token))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
}

/**
 * Sets the password by a mailed link, once, and ends all sessions (A23, A25, T04). Whoever has the link reads
 * the mailbox, so the address becomes verified; if it was not, what a stranger may have left in the account
 * is removed (T19).
 * @returns also the Set-Cookie by which the browser is known from then on (A24)
 * @throws TooBusy when too many passwords are waiting
 */
export async function resetPassword(
  accounts: Accounts,
  token: string,
  password: string,
  call: ClaimCall,
): Promise<Result<{ userId: string; cookie: string }, 'usedLink'>> {
  const { db, limits, passwords, sign } = accounts
  const hash = await passwords.hash(password)
  const done = await inTransaction(db, async (trx) => {
    const used = await trx
      .deleteFrom('account_code')
      .where('purpose', '=', 'reset')
      .where('hash', '=', hashToken(sign, token))
      .where('expires_at', '>', Date.now())
      .returning('user_id')
      .executeTakeFirst()
    if (!used) return { ok: false, error: 'usedLink' as const }
    const userId = used.user_id
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const isTheirs = await isPasswordOwner(trx, accounts, { userId, email }, call)
    await setPassword(trx, userId, hash)
    await endSessions(trx, userId)
    const isNew = await markVerified(trx, userId)
    if (isNew && !isTheirs) await clearUnprovenAccount(trx, userId)
    await queueAccountMail(trx, { about: 'changed', email })
    return { ok: true, value: { userId, email } }
  })
  // The owner is back: others' wrong guesses no longer count (A24).
  if (!done.ok) return done
  const { userId, email } = done.value
  await limits.clear(ACCOUNT_RULES.signIn, email)
  return { ok: true, value: { userId, cookie: deviceCookie(accounts, email, hash) } }
}
