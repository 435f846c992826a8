import { inTransaction } from '#lib/server/database/database.ts'
import type { Result } from '#lib/result.ts'
import type { Accounts } from './accounts.ts'
import { hashToken } from './codes.ts'
import { queueAccountMail } from './jobs.ts'
import { ACCOUNT_RULES } from './limits.ts'
import { endSessions, setPassword } from './set-password.ts'

/** Whose link this is, as long as it can be used; it stays usable. */
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
 * Sets the password by a mailed link, once, and ends all sessions (A23, A25, T04). Who
 * has the link reads the mail, so the mail is verified.
 * @throws TooBusy when too many passwords are waiting
 */
export async function resetPassword(
  accounts: Accounts,
  token: string,
  password: string,
): Promise<Result<{ userId: string }, 'usedLink'>> {
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
    await setPassword(trx, userId, hash)
    await endSessions(trx, userId)
    const user = await trx
      .updateTable('user')
      .set({ email_verified: true, updated_at: new Date() })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await queueAccountMail(trx, { about: 'changed', email: user.email })
    return { ok: true, value: { userId, email: user.email } }
  })
  // The owner is back, whoever has been guessing (A24).
  if (done.ok) await limits.clear(ACCOUNT_RULES.signIn, done.value.email)
  return done
}
