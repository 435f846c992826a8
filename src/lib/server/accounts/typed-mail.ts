import type { JobHandler } from '#lib/server/jobs/queue.ts'
import type { Accounts } from './accounts.ts'
import { ACCOUNT_RULES } from './limits.ts'

/**
 * Sends only a few mails an hour to an address that was typed and never confirmed: otherwise anybody could
 * flood a stranger's mailbox by ordering and cancelling (H10). Retries of a mail are not counted.
 */
export function limitTypedMail(
  { limits, log }: Pick<Accounts, 'limits' | 'log'>,
  send: JobHandler<'mail'>,
): JobHandler<'mail'> {
  return async (job) => {
    const { isTyped, to } = job.payload
    const isCounted = isTyped === true && job.attempts <= 1
    if (isCounted && (await limits.take(ACCOUNT_RULES.typedMail, to.toLowerCase())) > 0) {
      log.warn({ job: job.id }, 'A mail to an unconfirmed address was left out: too many an hour')
      return
    }
    await send(job)
  }
}
