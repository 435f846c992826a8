import { expect, test } from 'vitest'
import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { codeIn, EMAIL, openMailApi, tokenIn } from '#tests/support/outside/mail-api.ts'

type Api = Awaited<ReturnType<typeof openMailApi>>

/** Requests two mails, sends the newer one, and then retries the older one. */
async function mailInTurn(api: Api, about: 'verify' | 'reset') {
  await api.join()
  if (about === 'reset') await api.work()
  const path = about === 'reset' ? 'POST /api/user/forgot' : 'POST /api/user/resendotp'
  const jobs = () => api.db.selectFrom('job').selectAll().where('kind', '=', 'account-mail')
  if (about === 'reset') await api.post(path, { email: EMAIL })
  const older = await jobs().executeTakeFirstOrThrow()
  await api.db.deleteFrom('job').execute()
  await api.db.deleteFrom('rate_limit').execute()
  await api.post(path, { email: EMAIL })
  const newer = await jobs().executeTakeFirstOrThrow()
  const mails: Mail[] = []
  const handlers = accountJobs(api.accounts, async (mail) => void mails.push(mail))
  await performJob(handlers, newer)
  await performJob(handlers, { ...older, created_at: newer.created_at - 60_000, attempts: 2 })
  await performJob(handlers, { ...newer, attempts: 2 })
  return mails
}

forEachDatabase((open) => {
  test('the newest code stays good when an older mail is tried again late (A26 F08)', async () => {
    await using api = await openMailApi(open)
    const mails = await mailInTurn(api, 'verify')
    const otp = codeIn(mails[0])
    expect(mails.map(codeIn), 'the older is not sent').toEqual([otp, otp])
    const answer = await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })
    expect(answer.status).toBe(200)
  })

  test('the newest link stays good when an older mail is tried again late (A25 F08)', async () => {
    await using api = await openMailApi(open)
    const mails = await mailInTurn(api, 'reset')
    const token = tokenIn(mails[0])
    expect(mails.map(tokenIn), 'the older is not sent').toEqual([token, token])
    const body = { token, password: 'jackfruit by the river' }
    expect((await api.post('POST /api/user/reset', body)).status).toBe(200)
  })
})
