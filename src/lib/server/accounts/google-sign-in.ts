import { emailSchema, nameSchema } from '#lib/account/account.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import type { Accounts } from './accounts.ts'
import { isPhotoAddress } from './google-photo.ts'
import type { GoogleIdentity } from './google-token.ts'
import { newId } from './new-id.ts'
import { type OpenedSession, openSession, type SignInCall } from './sign-in.ts'

/**
 * Signs in a person whom the issuer has identified. Accounts are matched by issuer and subject; by mail
 * address only if both sides have verified it, as anybody can sign up with somebody else's (A27, T19).
 */
export async function signInByGoogle(
  accounts: Accounts,
  identity: GoogleIdentity,
  call: SignInCall,
): Promise<Result<OpenedSession, 'taken' | 'malformed'>> {
  const email = emailSchema.safeParse(identity.email)
  if (!email.success) return { ok: false, error: 'malformed' }
  const found = await findOrMake(accounts, { ...identity, email: email.data })
  if (!found.ok) return found
  const cookies = await openSession(accounts, found.value.id, call)
  return { ok: true, value: { user: found.value, cookies } }
}

type Person = { id: string; name: string; email: string }

function findOrMake({ db }: Accounts, identity: GoogleIdentity): Promise<Result<Person, 'taken'>> {
  const { issuer, subject, email, photo } = identity
  const accountId = `${issuer} ${subject}`
  return inTransaction(db, async (trx) => {
    const linked = await trx
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.user_id')
      .select(['user.id', 'user.name', 'user.email'])
      .where('provider_id', '=', 'google')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (linked) return { ok: true, value: linked }
    const id = newId()
    const now = new Date()
    const times = { created_at: now, updated_at: now }
    const name = nameSchema.safeParse(identity.name).data ?? email.split('@')[0] ?? email
    const made = await trx
      .insertInto('user')
      .values({ id, name, email, email_verified: true, image: null, phone: '', ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'name', 'email'])
      .executeTakeFirst()
    const person = made ?? (await findVerified(trx, email))
    if (!person) return { ok: false, error: 'taken' }
    const account = { id: newId(), account_id: accountId, provider_id: 'google' }
    await trx
      .insertInto('account')
      .values({ ...account, user_id: person.id, ...times })
      .execute()
    if (made && photo !== undefined && isPhotoAddress(photo)) {
      await queueJob(trx, 'google-photo', { userId: id, url: photo })
    }
    return { ok: true, value: person }
  })
}

async function findVerified(
  trx: Parameters<Parameters<typeof inTransaction>[1]>[0],
  email: string,
): Promise<Person | undefined> {
  const row = await trx
    .selectFrom('user')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row && Boolean(row.email_verified) ? { id: row.id, name: row.name, email } : undefined
}
