import { expect, test } from 'vitest'
import { commonPasswords, findWeakness } from '#lib/server/accounts/password-rules.ts'
import { Passwords } from '#lib/server/accounts/passwords.ts'
import { newShopper, PASSWORD, sessionOf } from '#tests/support/accounts.ts'
import { openApi } from '#tests/support/open-api.ts'

test.each([
  ['seven77', 'short'],
  ['', 'short'],
  ['x'.repeat(129), 'long'],
  ['iloveyou', 'common'],
  ['ILoveYou', 'common'],
  ['1q2w3e4r5t', 'common'],
  ['kirana123', 'shop'],
  ['Kirana-2026!', 'shop'],
  ['my asha and me', 'email'],
  ['mangoes in the monsoon', undefined],
  ['आम का मौसम', undefined],
  ['🥭🥭🥭🥭🥭🥭🥭🥭', undefined],
  [' '.repeat(3) + 'blanks stay' + ' '.repeat(3), undefined],
  ['x'.repeat(128), undefined],
  ['🥭'.repeat(128), undefined],
  ['nodigitsnoruleshere', undefined],
])('the new password %j is found %s (A22)', async (password, weakness) => {
  expect(await findWeakness(password, 'asha@example.com', 'Kirana')).toBe(weakness)
})

test('the list has ten thousand common passwords and more, all long enough to be tried (A22)', async () => {
  const list = await commonPasswords()
  expect(list.size).toBeGreaterThan(10_000)
  expect([...list].every((password) => password.length >= 8)).toBe(true)
})

test.each(['🥭'.repeat(128), `${'x'.repeat(126)} y`])(
  'a password of 128 characters signs in, and nothing of it is cut (A22)',
  async (password) => {
    await using api = await openApi()
    const body = { name: 'Asha', email: 'asha@example.com', phone: '9876543210', password }
    const up = await api.call('POST /api/user/signup', { body })
    expect(up.status).toBe(200)
    await sessionOf(api.accounts, body.email, password)
    const cut = [...password].slice(0, -1).join('')
    await expect(sessionOf(api.accounts, body.email, cut)).rejects.toThrow('wrongPair')
  },
)

test('a hash is Argon2id at OWASP’s figures, salted, and found right again (A34)', async () => {
  const passwords = new Passwords()
  const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await passwords.verify(PASSWORD, one)).toBe(true)
  expect(await passwords.verify(`${PASSWORD}!`, one)).toBe(false)
  expect(await passwords.verify(PASSWORD, 'no hash')).toBe(false)
  expect(
    await passwords.verify('ａｍｃｈｕｒ ｐｏｗｄｅｒ', await passwords.hash('amchur powder')),
  ).toBe(true)
})

test('a hash of a lower cost is made anew at sign-in (A34)', async () => {
  await using api = await openApi()
  const { user } = await newShopper(api, { accounts: api.accounts, email: 'asha@example.com' })
  const weaker = '$argon2id$v=19$m=1024,t=1,p=1$'
  const { argon2Sync, randomBytes } = await import('node:crypto')
  const nonce = randomBytes(16)
  const cost = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const password = `${weaker}${text(nonce)}$${text(tag)}`
  await api.db.updateTable('account').set({ password }).execute()
  await sessionOf(api.accounts, user.email)
  const kept = await api.db.selectFrom('account').select('password').executeTakeFirstOrThrow()
  expect(kept.password).toContain('m=19456,t=2,p=1')
  await sessionOf(api.accounts, user.email)
})

test('when too many sign in at once, who would wait too long is told to come back (A34)', async () => {
  await using api = await openApi(undefined, { rateScale: 1000 })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      api.call('POST /api/user/signin', {
        body: { email: `a${at}@example.com`, password: 'a guess' },
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
})
