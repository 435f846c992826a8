import type { SignUp } from '#lib/account/account.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Accounts } from './accounts.ts'
import { queueAccountMail } from './jobs.ts'
import { ACCOUNT_RULES } from './limits.ts'
import { newId } from './new-id.ts'
import { NONCE_BYTES } from './passwords.ts'
import type { WeakPassword } from './password-rules.ts'
import { proofCookie } from './password-proof.ts'

/**
 * The nonce of a sign-up's hash, from the mail address and the shop's secret: a sign-up repeated because its
 * answer was lost makes the same hash, so the browser's proof matches the account's password (T19).
 */
const nonceOf = ({ sign }: Pick<Accounts, 'sign'>, email: string): Buffer =>
  Buffer.from(sign('sign-up', email), 'base64url').subarray(0, NONCE_BYTES)

/**
 * Creates an account and mails its code; if the address has an account, its owner gets a notice instead. The
 * answer is the same, and so is the time taken, as the password is hashed first (A25). Nobody is signed in.
 * @returns the Set-Cookie that proves who chose the password when the code is entered (T19)
 * @throws TooBusy when too many passwords are waiting
 */
export async function signUp(
  accounts: Accounts,
  { name, email, phone, password }: SignUp,
): Promise<Result<string, WeakPassword>> {
  const weakness = await accounts.findWeakness(password, email)
  if (weakness) return { ok: false, error: weakness }
  const hash = await accounts.passwords.hash(password, nonceOf(accounts, email))
  // Repeated sign-ups must not flood somebody's mailbox (H10c).
  const hasRoom = (await accounts.limits.take(ACCOUNT_RULES.signUpMail, email)) === 0
  const id = newId()
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  return inTransaction(accounts.db, async (trx) => {
    const made = await trx
      .insertInto('user')
      .values({ id, name, email, email_verified: false, image: null, phone, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      const account = { id: newId(), account_id: id, provider_id: 'credential', user_id: id }
      const values = { ...account, password: hash, ...times }
      await trx.insertInto('account').values(values).execute()
    }
    if (hasRoom) await queueAccountMail(trx, { about: made ? 'verify' : 'taken', email })
    return { ok: true, value: proofCookie(accounts, email, hash) }
  })
}
