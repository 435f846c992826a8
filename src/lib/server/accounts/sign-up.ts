import type { SignUp } from '../../account.ts'
import { inTransaction } from '../database/database.ts'
import type { Accounts } from './accounts.ts'
import { newId } from './new-id.ts'

/**
 * Makes an account, unless the mail has one: the answer is the same, and so is the time, for the
 * password is hashed first (reliability A25). Nobody is signed in by it.
 * @throws TooBusy when too many passwords are waiting
 */
export async function signUp(accounts: Accounts, { name, email, phone, password }: SignUp) {
  const hash = await accounts.passwords.hash(password)
  const id = newId()
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  await inTransaction(accounts.db, async (trx) => {
    const made = await trx
      .insertInto('user')
      .values({ id, name, email, email_verified: false, image: null, phone, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      const account = { id: newId(), account_id: id, provider_id: 'credential', user_id: id }
      await trx
        .insertInto('account')
        .values({ ...account, password: hash, ...times })
        .execute()
    }
    return { ok: true, value: undefined }
  })
}
