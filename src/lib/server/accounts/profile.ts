import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { forgetBodies } from '#lib/server/orders/payment/forget-webhooks.ts'
import { hideKey } from '#lib/server/orders/buyer-keys.ts'
import { accountKey } from '#lib/server/orders/checkout/account-key.ts'
import type { Accounts } from './accounts.ts'
import { isLastOwner } from './change-roles.ts'
import { forgetShopper } from './forget-shopper.ts'
import { deviceCookie } from './known-device.ts'
import { queueAccountMail } from './jobs.ts'
import { ACCOUNT_RULES } from './limits.ts'
import type { WeakPassword } from './password-rules.ts'
import type { SignedInUser } from './session.ts'
import { endSessions, lockIfUnchanged, NONE_ENDED, setPassword } from './set-password.ts'

/** What shoppers may read of their own account (S-179); never a password. */
export type Profile = { name: string; email: string; phone: string; images: string[] }

/** The profile of an account; undefined if it was deleted. */
export async function readProfile({ db }: Accounts, userId: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['name', 'email', 'phone', 'images'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, images: row.images.split('|').filter(Boolean) }
}

/** Changes name and phone; the mail address cannot be changed. */
export async function saveProfile(
  { db }: Accounts,
  userId: string,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  const change = { name, phone, updated_at: new Date() }
  await retryWhileLocked(() =>
    db.updateTable('user').set(change).where('id', '=', userId).execute(),
  )
}

export type PasswordFault =
  | { code: 'wrongPassword' }
  | { code: 'lastOwner' }
  | { code: 'tooMany'; seconds: number }
  | { code: 'weak'; weakness: WeakPassword | 'same' }

/**
 * Changes the password of somebody who knows the old one, and ends their other sessions unless they want to
 * keep them (A23, F47).
 * @returns the Set-Cookie by which this browser is known from then on (A24), and how many devices no longer
 * ring for new orders
 * @throws TooBusy
 */
export async function changePassword(
  accounts: Accounts,
  user: SignedInUser,
  { old, next, areOthersKept }: { old: string; next: string; areOthersKept: boolean },
): Promise<
  { ok: true; value: { cookie: string; silenced: number } } | { ok: false; error: PasswordFault }
> {
  const { db, limits, passwords } = accounts
  const proof = await provePassword(accounts, user.id, old)
  if (!proof.ok) return proof
  if (old === next) return { ok: false, error: { code: 'weak', weakness: 'same' } }
  const weakness = await accounts.findWeakness(next, user.email)
  if (weakness) return { ok: false, error: { code: 'weak', weakness } }
  const hash = await passwords.hash(next)
  const done = await inTransaction(db, async (trx) => {
    if (!(await lockIfUnchanged(trx, user.id, proof.value))) return CHANGED
    await setPassword(trx, user.id, hash)
    const ended = areOthersKept ? NONE_ENDED : await endSessions(trx, user.id, user.sessionId)
    await queueAccountMail(trx, { about: 'changed', email: user.email })
    return { ok: true, value: ended }
  })
  if (!done.ok) return { ok: false, error: { code: done.error } }
  await limits.clear(ACCOUNT_RULES.passwordChange, user.id)
  const cookie = deviceCookie(accounts, user.email, hash)
  return { ok: true, value: { cookie, silenced: done.value.silenced } }
}

/**
 * Deletes an account whose password is given: profile, sessions, addresses and picture. Its orders remain;
 * the database sets their user to null. Refused to the only owner, who would leave the shop without one.
 * @throws TooBusy
 */
export async function deleteAccount(
  accounts: Accounts,
  user: SignedInUser,
  password: string,
): Promise<{ ok: true } | { ok: false; error: PasswordFault }> {
  const proof = await provePassword(accounts, user.id, password)
  if (!proof.ok) return proof
  const { db } = accounts
  const done = await inTransaction(db, async (trx) => {
    if (await isLastOwner(trx, user.id)) return { ok: false, error: 'lastOwner' as const }
    if (!(await lockIfUnchanged(trx, user.id, proof.value))) return CHANGED
    const email = await lockUser(trx, user.id)
    const former = {
      key: accountKey(accounts.settings, email),
      hide: (key: string) => hideKey(accounts.settings, key),
    }
    await forgetShopper(trx, user.id, former, Date.now())
    const gone = await trx
      .deleteFrom('user')
      .where('id', '=', user.id)
      .returning('images')
      .executeTakeFirst()
    await forgetBodies(trx)
    for (const file of gone?.images.split('|').filter(Boolean) ?? []) {
      await queueJob(trx, 'remove-picture', { file })
    }
    return { ok: true, value: undefined }
  })
  return done.ok ? { ok: true } : { ok: false, error: { code: done.error } }
}

/**
 * Locks the user, so that a checkout under way ends first and its order counts as the account's. @returns its
 * mail address
 */
async function lockUser(trx: Trx, userId: string): Promise<string> {
  const { email } = await trx
    .updateTable('user')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return email
}

const CHANGED = { ok: false, error: 'wrongPassword' } as const

/** Checks a password again, five times in 15 minutes (H10d). @returns its stored hash */
async function provePassword(
  { db, limits, passwords }: Accounts,
  userId: string,
  password: string,
): Promise<{ ok: true; value: string } | { ok: false; error: PasswordFault }> {
  const seconds = await limits.take(ACCOUNT_RULES.passwordChange, userId)
  if (seconds > 0) return { ok: false, error: { code: 'tooMany', seconds } }
  const account = await db
    .selectFrom('account')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  const kept = account?.password ?? ''
  const isRight = await passwords.verify(password, kept)
  return isRight ? { ok: true, value: kept } : { ok: false, error: { code: 'wrongPassword' } }
}
