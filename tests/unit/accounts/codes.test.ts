import { expect, test } from 'vitest'
import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { resetPassword } from '#lib/server/accounts/reset.ts'
import { verifyEmail } from '#lib/server/accounts/verify-email.ts'
import { identify } from '#lib/server/accounts/session.ts'
import { cookieOf, newShopper, PASSWORD, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { codeIn, EMAIL, openMailApi, tokenIn } from '#tests/support/outside/mail-api.ts'

const NEW_PASSWORD = 'jackfruit by the river'

const HTML = { accept: 'text/html' }
/** A different code of six digits. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

forEachDatabase((open) => {
  test('the code of a sign-up verifies the mail, once (S-182 A26)', async () => {
    await using api = await openMailApi(open)
    const cookie = cookieOf((await api.join()).headers.getSetCookie())
    const [mail] = await api.work()
    expect(mail?.to).toBe(EMAIL)
    const otp = codeIn(mail)
    const good = await api.post(
      'POST /api/user/verifyemail',
      { otp, email: EMAIL },
      { headers: { cookie } },
    )
    expect(await good.json()).toEqual({
      error: false,
      success: true,
      msg: 'Email verified successfully!',
    })
    const again = await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })
    expect(await again.json()).toMatchObject({ success: false, error: true })
    const row = await api.db.selectFrom('user').select('email_verified').executeTakeFirstOrThrow()
    expect(Boolean(row.email_verified)).toBe(true)
  })

  test('a code is dead after five wrong tries, and a newer one kills the older (A26 H10c)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    const otp = codeIn((await api.work())[0])
    for (let count = 0; count < 5; count++) {
      const answer = await api.post('POST /api/user/verifyemail', { otp: wrong(otp), email: EMAIL })
      expect(answer.status).toBe(400)
    }
    expect((await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })).status).toBe(400)
    await api.post('POST /api/user/resendotp', { email: EMAIL })
    const newer = codeIn((await api.work())[0])
    expect(newer).not.toBe(otp)
    expect((await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })).status).toBe(400)
    expect(
      (await api.post('POST /api/user/verifyemail', { otp: newer, email: EMAIL })).status,
    ).toBe(200)
  })

  test('of many who use a code or a link at once one succeeds (T17 A26 A25)', async () => {
    await using api = await openMailApi(open)
    const cookies = cookieOf((await api.join()).headers.getSetCookie())
    const otp = codeIn((await api.work())[0])
    const call = { cookies, signedInId: undefined }
    const tries = Array.from({ length: 64 }, () =>
      verifyEmail(api.accounts, { email: EMAIL, otp }, call),
    )
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const token = tokenIn((await api.work())[0])
    const resets = Array.from({ length: 16 }, (_, at) =>
      resetPassword(api.accounts, token, `jackfruit by river ${at}`, call),
    )
    expect((await Promise.all(resets)).filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a code is for its own mail and runs out after 10 minutes (A26)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    const otp = codeIn((await api.work())[0])
    await api.join('ravi@example.com')
    await api.work()
    const other = await api.post('POST /api/user/verifyemail', { otp, email: 'ravi@example.com' })
    expect(other.status).toBe(400)
    const { expires_at } = await api.db
      .selectFrom('account_code')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect(expires_at - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(expires_at - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    await api.db
      .updateTable('account_code')
      .set({ expires_at: Date.now() - 1 })
      .execute()
    expect((await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })).status).toBe(400)
  })

  test('the database never has a code, a link or a password as it was sent (A25 A26)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const before = await dump(api)
    const mails = await api.work()
    const code = codeIn(mails.find(({ text }) => text.includes('verifyotp')))
    const token = tokenIn(mails.find(({ text }) => text.includes('#token=')))
    const text = before + (await dump(api))
    expect([code, token].map((secret) => secret.length)).toEqual([6, 43])
    for (const secret of [token, PASSWORD]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
  })

  test('a job that runs again mails the same code (F08 A26)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    const job = await api.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    const mails: Mail[] = []
    const handlers = accountJobs(api.accounts, async (mail) => void mails.push(mail))
    await performJob(handlers, job)
    await performJob(handlers, { ...job, attempts: 2 })
    expect(codeIn(mails[1])).toBe(codeIn(mails[0]))
    const late = { ...job, created_at: Date.now() - 10 * 60_000 }
    await performJob(handlers, late)
    expect(mails, 'F42 what would come too late is not sent').toHaveLength(2)
  })

  test('a mail that is taken is answered alike, and its owner gets a note (A25)', async () => {
    await using api = await openMailApi(open)
    const first = await api.join()
    await api.work()
    const second = await api.post('POST /api/user/signup', {
      name: 'Mallory',
      email: EMAIL,
      phone: '9000000000',
      password: 'i want this account',
    })
    expect([second.status, await second.json()]).toEqual([first.status, await first.json()])
    const [note] = await api.work()
    expect(note).toMatchObject({ to: EMAIL, subject: expect.stringContaining('already') })
    expect(note?.text).not.toContain('Mallory')
    const { name } = await api.db.selectFrom('user').select('name').executeTakeFirstOrThrow()
    expect(name).toBe('Asha Rao')
    await sessionOf(api.accounts, EMAIL)
  })

  test('forgot and resend answer alike for a mail that nobody has, and mail nothing (A25)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    await api.work()
    for (const endpoint of ['POST /api/user/forgot', 'POST /api/user/resendotp'] as const) {
      const known = await api.post(endpoint, { email: EMAIL })
      expect(await api.work()).toHaveLength(1)
      const unknown = await api.post(endpoint, { email: 'nobody@example.com' })
      expect([unknown.status, await unknown.json()]).toEqual([known.status, await known.json()])
      expect(await api.work()).toEqual([])
    }
  })

  test('a link sets the password once, ends all sessions, and is in the mail alone (A23 A25 T03 T04)', async () => {
    await using api = await openMailApi(open)
    const { cookie } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
    await api.work()
    const asked = await api.post('POST /api/user/forgot', { email: EMAIL })
    const [mail] = await api.work()
    const token = tokenIn(mail)
    expect(mail?.text).toContain('http://localhost:4321/reset#token=')
    expect(await asked.text()).not.toContain(token)
    const done = await api.post('POST /api/user/reset', { token, password: NEW_PASSWORD })
    expect(done.status).toBe(200)
    expect(await done.text()).not.toContain(token)
    expect((await identify(api.accounts, new Headers({ cookie }))).user).toBeUndefined()
    const again = await api.post('POST /api/user/reset', { token, password: PASSWORD })
    expect(again.status).toBe(400)
    const old = await api.post('POST /api/user/signin', { email: EMAIL, password: PASSWORD })
    expect(old.status).toBe(401)
    await sessionOf(api.accounts, EMAIL, NEW_PASSWORD)
    expect((await api.work())[0]?.subject, 'the owner is told').toContain('was changed')
    expect(JSON.stringify(api.notes)).not.toContain(token)
  })

  test('a link for a new password leads on to the page that was wanted, and to no other site (A02)', async () => {
    await using api = await openMailApi(open, { rateScale: 10 })
    await api.join()
    await api.work()
    const linkFor = async (next: string) => {
      await api.post('POST /api/user/forgot', { email: EMAIL, next })
      const [mail] = await api.work()
      return mail
    }
    const mail = await linkFor('/checkout')
    expect(mail?.text).toContain('http://localhost:4321/reset?next=%2Fcheckout#token=')
    const body = { token: tokenIn(mail), password: NEW_PASSWORD, next: '/checkout' }
    const done = await api.post('POST /api/user/reset', body, HTML)
    expect(done.headers.get('location')).toBe('/signin?next=%2Fcheckout')
    await api.work()
    for (const other of ['https://evil.example/', '//evil.example', '/\\evil.example'])
      expect((await linkFor(other))?.text).toContain('http://localhost:4321/reset#token=')
  })

  test('a link runs out after 30 minutes, and a newer one kills it (A25)', async () => {
    await using api = await openMailApi(open, { rateScale: 10 })
    await api.join()
    await api.work()
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const first = tokenIn((await api.work())[0])
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const second = tokenIn((await api.work())[0])
    const use = (token: string) =>
      api.post('POST /api/user/reset', { token, password: NEW_PASSWORD })
    expect((await use(first)).status).toBe(400)
    const row = await api.db
      .selectFrom('account_code')
      .select('expires_at')
      .where('purpose', '=', 'reset')
      .executeTakeFirstOrThrow()
    expect(row.expires_at - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    await api.db
      .updateTable('account_code')
      .set({ expires_at: Date.now() - 1 })
      .execute()
    expect((await use(second)).status).toBe(400)
  })

  test('a weak new password is refused, and the link stays good (A22)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    await api.work()
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const token = tokenIn((await api.work())[0])
    const weak = await api.post('POST /api/user/reset', { token, password: 'password1' })
    expect(await weak.json()).toMatchObject({ error: true, field: 'password' })
    expect((await api.post('POST /api/user/reset', { token, password: NEW_PASSWORD })).status).toBe(
      200,
    )
  })

  test('EMAIL_VERIFICATION=required refuses sign-in until the code was entered', async () => {
    await using api = await openMailApi(open, { emailVerification: 'required' })
    await api.join()
    await api.work()
    const enter = () => api.post('POST /api/user/signin', { email: EMAIL, password: PASSWORD })
    const early = await enter()
    expect(early.status).toBe(403)
    const cookie = cookieOf(early.headers.getSetCookie())
    expect(cookie, 'no session').not.toContain('session')
    const wrongPair = await api.post('POST /api/user/signin', {
      email: EMAIL,
      password: 'not this one',
    })
    expect(wrongPair.status, 'only who knows the password hears of it').toBe(401)
    const form = await api.post('POST /api/user/signin', { email: EMAIL, password: PASSWORD }, HTML)
    expect([form.status, form.headers.get('location')]).toEqual([303, '/verifyotp'])
    const mails = await api.work()
    expect(mails, 'one new code a minute').toHaveLength(1)
    const body = { otp: codeIn(mails[0]), email: EMAIL }
    await api.post('POST /api/user/verifyemail', body, { headers: { cookie } })
    expect((await enter()).status).toBe(200)
  })

  test('a code or a link is sent once a minute, and five times an hour (H10c)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    const ask = () => api.post('POST /api/user/resendotp', { email: EMAIL })
    expect((await ask()).status).toBe(200)
    const soon = await ask()
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50)
    const minutePassed = () =>
      api.db.deleteFrom('rate_limit').where('key', 'like', 'code-pause %').execute()
    for (let count = 1; count < 5; count++) {
      await minutePassed()
      expect((await ask()).status).toBe(200)
    }
    await minutePassed()
    expect((await ask()).status).toBe(429)
    expect((await api.post('POST /api/user/resendotp', { email: 'ravi@example.com' })).status).toBe(
      200,
    )
  })

  test('ten codes an hour are checked for an account, whichever code it is (H10c)', async () => {
    await using api = await openMailApi(open)
    const check = () => api.post('POST /api/user/verifyemail', { otp: '123456', email: EMAIL })
    for (let count = 0; count < 10; count++) expect((await check()).status).toBe(400)
    const answer = await check()
    expect([answer.status, (await answer.json()).success]).toEqual([429, false])
  })
})

test('a mail goes to the address of the account, under the address of the settings (T22 A06)', async () => {
  await using api = await openMailApi(undefined, { publicUrl: new URL('https://shop.example') })
  for (const email of [
    'asha@example.com\r\nBcc: eve@example.com',
    'asha@example.com, eve@example.com',
    '"asha@evil.example"@example.com',
    'asha(comment)@example.com',
    'asha@example.com>',
    'asha@',
  ]) {
    expect((await api.join(email)).status).toBe(400)
  }
  await api.join()
  const [mail] = await api.work()
  expect([mail?.to, mail?.text.includes('https://shop.example/verifyotp')]).toEqual([EMAIL, true])
})

/** All tables as one text. */
async function dump({ db }: TestDatabase): Promise<string> {
  const tables = ['user', 'account', 'account_code', 'session', 'verification', 'job'] as const
  const rows = await Promise.all(
    [...tables, 'rate_limit' as const].map((table) => db.selectFrom(table).selectAll().execute()),
  )
  return JSON.stringify(rows)
}
