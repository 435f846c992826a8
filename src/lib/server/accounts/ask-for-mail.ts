import { inTransaction } from '#lib/server/database/database.ts'
import type { Accounts } from './accounts.ts'
import { queueAccountMail } from './jobs.ts'
import { ACCOUNT_RULES } from './limits.ts'

/**
 * Queues a mail with a code or a link, whether or not the address has an account (A25): that is looked up
 * when the mail is written. @returns 0, or the seconds until it can be requested again
 */
export async function askForMail(
  { db, limits }: Accounts,
  letter: { about: 'verify' | 'reset'; email: string; next?: string },
  address: string | undefined,
): Promise<number> {
  const subject = `${letter.about} ${letter.email}`
  const seconds = await limits.takeEach([
    [ACCOUNT_RULES.codeAddress, address],
    [ACCOUNT_RULES.codePause, subject],
    [ACCOUNT_RULES.codeSend, subject],
  ])
  if (seconds > 0) return seconds
  await inTransaction(db, async (trx) => {
    await queueAccountMail(trx, letter)
    return { ok: true, value: undefined }
  })
  return 0
}
