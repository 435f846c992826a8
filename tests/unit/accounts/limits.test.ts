import { expect, test } from 'vitest'
import { ACCOUNT_RULES, AccountLimits } from '#lib/server/accounts/limits.ts'
import { newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'

const MINUTE = 60_000
const EMAIL = 'asha@example.com'

forEachDatabase((open) => {
  test('after five failures an account waits 1, 2, 4, 8 and at most 15 minutes (H10a)', async () => {
    await using shop = await open()
    let now = 1_800_000_000_000
    const limits = new AccountLimits(
      shop.db,
      1,
      (subject) => subject,
      () => now,
    )
    const take = () => limits.take(ACCOUNT_RULES.signIn, EMAIL)
    for (let count = 0; count < 5; count++) expect(await take()).toBe(0)
    for (const minutes of [1, 2, 4, 8, 15, 15, 15]) {
      expect(await take()).toBe(minutes * 60)
      now += minutes * MINUTE - 1
      expect(await take()).toBe(1)
      now += 1
      expect(await take(), 'the owner is never locked out for good').toBe(0)
    }
    await limits.clear(ACCOUNT_RULES.signIn, EMAIL)
    expect(await take()).toBe(0)
    expect(await limits.take(ACCOUNT_RULES.signIn, 'ravi@example.com')).toBe(0)
  })

  test('failures that are long past are forgotten (H10a)', async () => {
    await using shop = await open()
    let now = 1_800_000_000_000
    const limits = new AccountLimits(
      shop.db,
      1,
      (subject) => subject,
      () => now,
    )
    for (let count = 0; count < 20; count++) {
      expect(await limits.take(ACCOUNT_RULES.signIn, EMAIL)).toBe(0)
      now += 4 * MINUTE
    }
  })

  test('of a thousand guesses at once five are tried (H10h A24)', async () => {
    await using shop = await open()
    const limits = new AccountLimits(shop.db, 1, (subject) => subject)
    const tries = Array.from({ length: 200 }, () => limits.take(ACCOUNT_RULES.signIn, EMAIL))
    expect((await Promise.all(tries)).filter((wait) => wait === 0)).toHaveLength(5)
  })

  test('counters are shared by servers, outlive a restart, scale, and name nobody (H10h)', async () => {
    await using shop = await open()
    const [one, other] = [openTestAccounts(shop), openTestAccounts(shop)]
    const rule = ACCOUNT_RULES.codeSend
    for (let count = 0; count < 5; count++) {
      const { limits } = (count % 2 ? one : other).accounts
      expect(await limits.take(rule, EMAIL)).toBe(0)
    }
    expect(await one.accounts.limits.take(rule, EMAIL)).toBeGreaterThan(3000)
    expect(await other.accounts.limits.take(rule, EMAIL)).toBeGreaterThan(3000)
    const rows = await shop.db.selectFrom('rate_limit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('asha')
    const large = openTestAccounts(shop, { rateScale: 1000 }).accounts.limits
    expect(await large.take(rule, 'ravi@example.com')).toBe(0)
    const last = ACCOUNT_RULES.codePause
    expect([
      await one.accounts.limits.take(last, EMAIL),
      (await one.accounts.limits.take(last, EMAIL)) > 0,
    ]).toEqual([0, true])
  })

  test.each([
    { who: 'guesses passwords', rule: ACCOUNT_RULES.signInAddress, networks: 10 },
    { who: 'asks for codes', rule: ACCOUNT_RULES.codeAddress, networks: 25 },
  ])(
    'who $who from many networks of IPv6 has $networks times the limit of one in them all (H10h)',
    async ({ rule, networks }) => {
      await using shop = await open()
      // A limit of one.
      const limits = new AccountLimits(shop.db, 1 / rule.limit, (subject) => subject)
      const ask = async (address: string) => (await limits.take(rule, address)) === 0
      expect([await ask('2001:db8:1:0'), await ask('2001:db8:1:0')]).toEqual([true, false])
      for (let at = 1; at < networks; at++) expect(await ask(`2001:db8:1:${at}`)).toBe(true)
      expect([await ask('2001:db8:1:a0'), await ask('2001:db8:2:a0')]).toEqual([false, true])
      const own = shop.db.selectFrom('rate_limit').where('key', 'like', '%:1:a0')
      expect(await own.selectAll().execute(), 'what was refused to all').toEqual([])
    },
  )

  test('guesses from everywhere are stopped by the account, and the owner’s right one too, for a while (A24 H10a T21)', async () => {
    await using api = await openApi(open)
    await newShopper(api, { accounts: api.accounts, email: EMAIL })
    const enter = (password: string, address: string) =>
      api.call('POST /api/user/signin', {
        address,
        body: { email: EMAIL, password },
      })
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) {
      statuses.push((await enter(`guess number ${count}`, `10.0.0.${count}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const owner = await enter(PASSWORD, '10.1.0.1')
    expect(owner.status).toBe(429)
    // Of the minute that the fifth guess began, what the machine has left.
    const seconds = Number(owner.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await owner.json()).msg).toBe(
      `Too many attempts. Please try again in ${seconds} seconds!`,
    )
    await api.db.updateTable('rate_limit').set({ blocked_until: 0 }).execute()
    expect((await enter(PASSWORD, '10.1.0.1')).status).toBe(200)
    expect((await enter('a guess', '10.0.0.9')).status, 'counted anew').toBe(401)
  })

  test('a mail that nobody has is stopped alike (A25 H10a)', async () => {
    await using api = await openApi(open)
    const body = { email: 'nobody@example.com', password: 'a guess' }
    const enter = () => api.call('POST /api/user/signin', { body })
    for (let count = 0; count < 5; count++) expect((await enter()).status).toBe(401)
    expect((await enter()).status).toBe(429)
  })
})

test('whoever makes up mails to check codes of does not fill the database (A12 H10c)', async () => {
  await using api = await openApi()
  const check = (at: number) =>
    api.call('POST /api/user/verifyemail', {
      address: '192.0.2.1',
      body: { email: `made-up-${at}@example.com`, otp: '000000' },
    })
  for (let at = 0; at < 60; at++) await check(at)
  const rows = await api.db.selectFrom('rate_limit').select('key').execute()
  expect(rows.length, 'the mails that were looked at, and the address').toBe(31)
})

const GUESS = { email: EMAIL, password: 'a guess' }
const JOIN = { name: 'A', phone: '9876543210', password: 'short' }

test.each([
  [
    '30 sign-ins a minute',
    'POST /api/user/signin',
    30,
    (at: number) => ({ ...GUESS, email: `a${at}@example.com` }),
  ],
  [
    '20 sign-ups an hour',
    'POST /api/user/signup',
    20,
    (at: number) => ({ ...JOIN, email: `a${at}@example.com` }),
  ],
  [
    '30 checks of a code a minute',
    'POST /api/user/verifyemail',
    30,
    (at: number) => ({ otp: '000000', email: `a${at}@example.com` }),
  ],
  [
    '30 sign-ins by Google a minute',
    'POST /api/user/authwithgoogle',
    30,
    () => ({ credential: 'x' }),
  ],
] as const)(
  '%s from one address, and others are not held up (A12 H10a H10b H10c)',
  async (_, line, limit, bodyOf) => {
    const google = { googleClientId: 'x', oidcIssuer: 'http://127.0.0.1:1' }
    await using api = await openApi(undefined, google)
    const call = (at: number, address?: string) =>
      api.call(line, { ...(address && { address }), body: bodyOf(at) })
    const codes: number[] = []
    for (let at = 0; at <= limit; at++) codes.push((await call(at, '192.0.2.1')).status)
    expect(codes.indexOf(429)).toBe(limit)
    const told = await call(99, '192.0.2.1')
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(100, '192.0.2.2')).status).not.toBe(429)
    expect((await call(101)).status, 'T21 no shared bucket').not.toBe(429)
  },
  60_000,
)
