import { expect, test } from 'vitest'
import * as own from '#pages/api/user/[id].ts'
import * as addresses from '#pages/api/user/addresses/index.ts'
import * as forgot from '#pages/api/user/forgot.ts'
import * as reset from '#pages/api/user/reset.ts'
import * as signin from '#pages/api/user/signin.ts'
import * as signup from '#pages/api/user/signup.ts'
import * as verifyemail from '#pages/api/user/verifyemail.ts'
import { newShopper, PASSWORD, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type Endpoint, openApi } from '#tests/support/open-api.ts'

const EMAIL = 'asha@example.com'
const JOIN = { name: 'Asha', email: EMAIL, phone: '9876543210', password: PASSWORD }
const HOME = {
  fullname: 'Asha Rao',
  country: 'India',
  streetaddressline1: '12 Temple Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipcode: '411001',
  phonenumber: '9876543210',
}
const FORMS: [string, Endpoint, Record<string, unknown>][] = [
  ['signup', signup.POST, JOIN],
  ['signin', signin.POST, { email: EMAIL, password: PASSWORD }],
  ['forgot', forgot.POST, { email: EMAIL }],
  ['verifyemail', verifyemail.POST, { email: EMAIL, otp: '123456' }],
  ['reset', reset.POST, { token: 'x'.repeat(43), password: PASSWORD }],
  ['profile', own.PUT, { name: 'Asha', phone: '9876543210' }],
  ['password', own.PUT, { password: PASSWORD, newpass: 'jackfruit by the river' }],
  ['address', addresses.POST, HOME],
]
/** What no field takes. */
const BAD: [string, unknown][] = [
  ['absent', undefined],
  ['null', null],
  ['a list', ['a', 'b']],
  ['an object', { $ne: '' }],
  ['a number', -1],
  ['a large number', 1e9],
  ['true', true],
  ['too long', 'x'.repeat(5000)],
  ['half a character', 'a\ud800'],
  ['empty', ''],
]

test.each(FORMS)(
  '%s refuses what no field takes, at the field (A07)',
  async (_, endpoint, good) => {
    await using api = await openApi()
    const { user } = await newShopper(api, api)
    const ask = (body: Record<string, unknown>) =>
      api.call(endpoint, '/api/user', { method: 'POST', user, params: { id: user.id }, body })
    for (const field of Object.keys(good)) {
      for (const [kind, value] of BAD) {
        const answer = await ask({ ...good, [field]: value })
        expect([answer.status, (await answer.json()).error], `${field}: ${kind}`).toEqual([
          400,
          true,
        ])
      }
    }
    for (const extra of [
      'emailVerified',
      'isEditor',
      'isOwner',
      'roles',
      'role',
      '_id',
      'constructor',
    ]) {
      expect((await ask({ ...good, [extra]: true })).status, extra).toBe(400)
    }
    const users = await api.db.selectFrom('user').select('name').execute()
    expect(users, 'nothing was made or changed').toEqual([{ name: 'Asha Rao' }])
  },
)

test.each([
  ['name', 'Asha \u202eoaR'],
  ['name', 'Asha\nRao'],
  ['name', 'x'.repeat(81)],
  ['phone', '98765'],
  ['phone', '9876543210 or call'],
  ['email', `${'a'.repeat(65)}@example.com`],
  ['email', 'asha@exa mple.com'],
  ['email', 'asha@-example.com'],
  ['email', 'asha..rao@example.com'],
])('sign-up refuses %s = %j (A07)', async (field, value) => {
  await using api = await openApi()
  const body = { ...JOIN, [field]: value }
  const answer = await api.call(signup.POST, '/api/user/signup', { method: 'POST', body })
  expect([answer.status, (await answer.json()).field]).toEqual([400, field])
})

test('the faults of a form are told one at a time, in the order of the screen (S-136 S-137)', async () => {
  await using api = await openApi()
  const told = async (endpoint: Endpoint, body: Record<string, unknown>) =>
    (await (await api.call(endpoint, '/api/user', { method: 'POST', body })).json()).msg
  const filled: Record<string, unknown> = { name: '', email: '', phone: '', password: '' }
  const messages: string[] = []
  for (const field of ['name', 'email', 'phone', 'password'] as const) {
    messages.push(await told(signup.POST, filled))
    filled[field] = JOIN[field]
  }
  expect(messages).toEqual([
    'Name cannot be blank!',
    'Email cannot be blank!',
    'Phone number cannot be blank!',
    'Password cannot be blank!',
  ])
  expect(await told(signin.POST, { email: '', password: '' })).toBe('Email cannot be blank!')
  expect(await told(signin.POST, { email: EMAIL, password: '' })).toBe('Password cannot be blank!')
})

test('isadmin, id and a verified mail of a body have no effect (T01 S-104)', async () => {
  await using api = await openApi()
  const body = { ...JOIN, isadmin: true }
  await api.call(signup.POST, '/api/user/signup', { method: 'POST', body })
  const row = await api.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
  expect([row.roles, Boolean(row.email_verified)]).toEqual(['', false])
  const { user } = await sessionOf(api.accounts, EMAIL)
  expect(user.isEditor).toBe(false)
})

const SQL = ["'; drop table user; --", '" or ""="', "' or 1=1 --", "\\'; --", '%', '_', '$1', '?1']

forEachDatabase((open) => {
  test('quotes and SQL are text in every field, on this database (A03)', async () => {
    await using api = await openApi(open)
    const { user, cookie } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
    const call = (endpoint: Endpoint, body: Record<string, unknown>, id = user.id) =>
      api.call(endpoint, '/api/user', {
        method: 'POST',
        body,
        user,
        params: { id },
        headers: { cookie },
      })
    for (const text of SQL) {
      expect((await call(signin.POST, { email: EMAIL, password: text })).status).toBeGreaterThan(
        400,
      )
      const name = `Asha ${text}`
      expect((await call(own.PUT, { name, phone: '9876543210' })).status).toBe(200)
      const saved = await (await call(own.GET, {})).json()
      expect(saved.name).toBe(name)
      const added = await call(addresses.POST, { ...HOME, fullname: text, city: text })
      expect(added.status).toBe(200)
      expect((await call(own.GET, {}, text)).status).toBe(404)
      expect((await call(forgot.POST, { email: `a${text}@example.com` })).status).not.toBe(500)
    }
    const book = await (await call(addresses.GET, {})).json()
    expect(book.map(({ city }: { city: string }) => city).toSorted()).toEqual(SQL.toSorted())
    expect(await api.db.selectFrom('user').select('id').execute()).toHaveLength(1)
  })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'https:evil.example',
  '\\\\evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '//evil.example/%2f..',
  '/%09/evil.example',
  'data:text/html,x',
  '//////evil.example',
  '/\u2028/evil.example',
  'evil.example',
  '/api/user/signout',
  '/signin',
  '@evil.example',
  '/%252fevil.example',
  '///evil.example@shop',
  '//[::1]/',
])('next=%j leads home (A02)', async (next) => {
  await using api = await openApi()
  const { user } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
  const body = { email: EMAIL, password: PASSWORD, next }
  const answer = await api.call(signin.POST, '/api/user/signin', {
    method: 'POST',
    accept: 'text/html',
    body,
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  const form = { name: 'Asha', phone: '9876543210', next }
  const saved = await api.call(own.PUT, '/api/user', {
    method: 'POST',
    accept: 'text/html',
    user,
    params: { id: user.id },
    body: form,
  })
  expect(saved.headers.get('location')).toBe('/myaccount')
})
