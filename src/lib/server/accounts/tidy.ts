import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Accounts } from './accounts.ts'

const EVERY_MS = 3_600_000

/** Deletes sessions, codes, nonces and counters that have expired. */
export async function tidyAccounts({ db, limits }: Accounts): Promise<void> {
  const now = new Date()
  await retryWhileLocked(() => db.deleteFrom('session').where('expires_at', '<', now).execute())
  await retryWhileLocked(() =>
    db.deleteFrom('verification').where('expires_at', '<', now).execute(),
  )
  const codes = db.deleteFrom('account_code').where('expires_at', '<', now.getTime())
  await retryWhileLocked(() => codes.execute())
  await limits.tidy()
}

/** Deletes what has expired once an hour. @returns a function that stops it */
export function watchAccounts(accounts: Accounts): () => void {
  const tidy = () =>
    tidyAccounts(accounts).catch(() => accounts.log.warn({}, 'Accounts could not be tidied'))
  const timer = setInterval(() => void tidy(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
