import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { runNextJob } from '#lib/server/jobs/run-job.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'
import type { Call, Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

/** The email address that the tests use. */
export const EMAIL = 'asha@example.com'

/** The API with a job queue that runs on demand, and the mails that it sends. */
export async function openMailApi(open?: () => Promise<TestDatabase>, given = {}) {
  const api = await openApi(open, given)
  const { accounts } = api
  const mails: Mail[] = []
  const runner = {
    db: api.db,
    handlers: accountJobs(accounts, async (mail) => void mails.push(mail)),
    owner: 'test',
    leaseMs: 1000,
    others: new UnchangedTimer(),
    now: Date.now,
    onStep() {},
    onFailure() {},
  }
  const post = (line: Line, body: Record<string, unknown>, more: Call = {}) =>
    api.call(line, { body, ...more })
  /**
   * Runs the queued jobs.
   * @returns the mails that they sent
   */
  const work = async () => {
    while (await runNextJob(runner)) continue
    return mails.splice(0)
  }
  const join = (email = EMAIL) =>
    post('POST /api/user/signup', {
      name: 'Asha Rao',
      email,
      phone: '9876543210',
      password: PASSWORD,
    })
  return { ...api, post, work, join }
}

/** The code in a mail; empty if there is none. */
export const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
/** The token in a mail; empty if there is none. */
export const tokenIn = (mail: Mail | undefined) =>
  /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
