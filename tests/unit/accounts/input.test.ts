import { expect, test } from 'vitest'
import { newShopper, PASSWORD, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import type { Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

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
const FORMS: [string, Line, Record<string, unknown>][] = [
  ['signup', 'POST /api/user/signup', JOIN],
  ['signin', 'POST /api/user/signin', { email: EMAIL, password: PASSWORD }],
  ['forgot', 'POST /api/user/forgot', { email: EMAIL }],
  ['verifyemail', 'POST /api/user/verifyemail', { email: EMAIL, otp: '123456' }],
  ['reset', 'POST /api/user/reset', { token: 'x'.repeat(43), password: PASSWORD }],
  ['profile', 'PUT /api/user/[id]', { name: 'Asha', phone: '9876543210' }],
  ['password', 'PUT /api/user/[id]', { password: PASSWORD, newpass: 'jackfruit by the river' }],
  ['address', 'POST /api/user/addresses', HOME],
]
/** Values that no field accepts. */
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

test.each(FORMS)('%s refuses what no field takes, at the field (A07)', async (_, line, good) => {
  await using api = await openApi()
  const { user } = await newShopper(api, api)
  const ask = (body: Record<string, unknown>) =>
    api.call(line, { user, params: { id: user.id }, body })
  for (const field of Object.keys(good)) {
    for (const [kind, value] of BAD) {
      const answer = await ask({ ...good, [field]: value })
      expect([answer.status, (await answer.json()).error], `${field}: ${kind}`).toEqual([400, true])
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
})

test.each([
  ['name', 'Asha \u202eoaR'],
  ['name', 'Asha\nRao'],
  ['name', 'x'.repeat(81)],
  ['phone', '98765'],
  ['phone', '9876543210 or call'],
  ['email', `${'a'.repeat(65)}@example.com`],
  ['email', 'asha@exa mple.com'],
  ['email', 'asha@-example.com'],
  ['email', 'asha@example'],
  ['email', 'asha..rao@example.com'],
])('sign-up refuses %s = %j (A07)', async (field, value) => {
  await using api = await openApi()
  const body = { ...JOIN, [field]: value }
  const answer = await api.call('POST /api/user/signup', { body })
  expect([answer.status, (await answer.json()).field]).toEqual([400, field])
})

test('the address book takes a PIN code with its blank, and a number as contacts copy it (A07)', async () => {
  await using api = await openApi()
  const { user } = await newShopper(api, api)
  const body = { ...HOME, zipcode: '411 001', phonenumber: '\u202a(+91) 98765\u00a043210\u202c' }
  const answer = await api.call('POST /api/user/addresses', { body, user })
  expect(answer.status).toBe(200)
  expect(await (await api.call('GET /api/user/addresses', { user })).json()).toMatchObject([
    { zipcode: '411001', phonenumber: '+91 98765 43210' },
  ])
})

test('the faults of a form are told one at a time, in the order of the screen (S-136 S-137)', async () => {
  await using api = await openApi()
  const told = async (line: Line, body: Record<string, unknown>) =>
    (await (await api.call(line, { body })).json()).msg
  const filled: Record<string, unknown> = { name: '', email: '', phone: '', password: '' }
  const messages: string[] = []
  for (const field of ['name', 'email', 'phone', 'password'] as const) {
    messages.push(await told('POST /api/user/signup', filled))
    filled[field] = JOIN[field]
  }
  expect(messages).toEqual([
    'Name cannot be blank!',
    'Email cannot be blank!',
    'Phone number cannot be blank!',
    'Password cannot be blank!',
  ])
  expect(await told('POST /api/user/signin', { email: '', password: '' })).toBe(
    'Email cannot be blank!',
  )
  expect(await told('POST /api/user/signin', { email: EMAIL, password: '' })).toBe(
    'Password cannot be blank!',
  )
})

test('isadmin, id and a verified mail of a body have no effect (T01 S-104)', async () => {
  await using api = await openApi()
  const body = { ...JOIN, isadmin: true }
  await api.call('POST /api/user/signup', { body })
  const row = await api.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
  expect([row.roles, Boolean(row.email_verified)]).toEqual(['', false])
  const { user } = await sessionOf(api.accounts, EMAIL)
  expect(user.isEditor).toBe(false)
})

const SQL = ["'; drop table user; --", '" or ""="', "' or 1=1 --", "\\'; --", '%', '_', '$1', '?1']

forEachDatabase((open) => {
  test('quotes and SQL are text in every field, on this database (A03)', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
    const call = (line: Line, body?: Record<string, unknown>, id = user.id) =>
      api.call(line, { body, user, params: { id } })
    for (const text of SQL) {
      expect(
        (await call('POST /api/user/signin', { email: EMAIL, password: text })).status,
      ).toBeGreaterThan(400)
      const name = `Asha ${text}`
      expect((await call('PUT /api/user/[id]', { name, phone: '9876543210' })).status).toBe(200)
      const saved = await (await call('GET /api/user/[id]')).json()
      expect(saved.name).toBe(name)
      const added = await call('POST /api/user/addresses', { ...HOME, fullname: text, city: text })
      expect(added.status).toBe(200)
      // A path that cannot be an address is refused before it gets to the profile.
      expect([400, 404]).toContain((await call('GET /api/user/[id]', {}, text)).status)
      expect(
        (await call('POST /api/user/forgot', { email: `a${text}@example.com` })).status,
      ).not.toBe(500)
    }
    const book = await (await call('GET /api/user/addresses')).json()
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
  const answer = await api.call('POST /api/user/signin', {
    accept: 'text/html',
    body,
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  const form = { name: 'Asha', phone: '9876543210', next }
  const saved = await api.call('PUT /api/user/[id]', {
    ...{ accept: 'text/html', user, params: { id: user.id }, body: form },
  })
  expect(saved.headers.get('location')).toBe('/myaccount')
})
