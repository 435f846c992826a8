import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { runNextJob } from '#lib/server/jobs/run-job.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import * as signup from '#pages/api/user/signup.ts'
import { openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'
import { type Call, type Endpoint, openApi } from '#tests/support/open-api.ts'

/** Whose mail the tests are about. */
export const EMAIL = 'asha@example.com'

/** The API, with jobs that are done when asked for, and the mails that they sent. */
export async function openMailApi(open?: () => Promise<TestDatabase>, given = {}) {
  const api = await openApi(open)
  const { accounts } = openTestAccounts(api, given)
  const mails: Mail[] = []
  const runner = {
    db: api.db,
    handlers: accountJobs(accounts, async (mail) => void mails.push(mail)),
    owner: 'test',
    leaseMs: 1000,
    now: Date.now,
    onStep() {},
    onFailure() {},
  }
  const post = (endpoint: Endpoint, body: Record<string, unknown>, locals: Call = {}) =>
    api.call(endpoint, '/api/user', { method: 'POST', accounts, body, ...locals })
  /** Does what is queued. @returns the mails that it sent */
  const work = async () => {
    while (await runNextJob(runner)) continue
    return mails.splice(0)
  }
  const join = (email = EMAIL) =>
    post(signup.POST, { name: 'Asha Rao', email, phone: '9876543210', password: PASSWORD })
  return { ...api, accounts, post, work, join }
}

export const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
export const tokenIn = (mail: Mail | undefined) =>
  /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
