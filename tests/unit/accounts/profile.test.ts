import { expect, test } from 'vitest'
import { identify } from '#lib/server/accounts/session.ts'
import { newShopper, PASSWORD, type Shopper, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import type { Line } from '#tests/support/api-front.ts'
import { ledTo } from '#tests/support/shoppers.ts'
import { openApi } from '#tests/support/open-api.ts'

const NEW_PASSWORD = 'jackfruit by the river'
const HOME = {
  fullname: 'Asha Rao',
  country: 'India',
  streetaddressline1: '12 Temple Road',
  streetaddressline2: 'Green Society',
  city: 'Pune',
  state: 'Maharashtra',
  zipcode: '411001',
  phonenumber: '9876543210',
}

/** Opens the API with two shoppers who call it. */
async function openWithTwo(open?: () => Promise<TestDatabase>) {
  const api = await openApi(open)
  const asha = await newShopper(api, { accounts: api.accounts, email: 'asha@example.com' })
  const ravi = await newShopper(api, { accounts: api.accounts, email: 'ravi@example.com' })
  const as = (shopper: Shopper | undefined, line: Line, { id, body, query = '' }: Ask = {}) =>
    api.call(`${line}${query}`, {
      ...{ body, ...(id !== undefined && { params: { id } }) },
      ...(shopper && { headers: { cookie: shopper.cookie } }),
    })
  return { ...api, asha, ravi, as }
}
type Ask = { id?: string; body?: Record<string, unknown>; query?: string }

forEachDatabase((open) => {
  test('a shopper reads their own account: these fields and no other (S-179 A31)', async () => {
    await using api = await openWithTwo(open)
    const { user } = api.asha
    const answer = await api.as(api.asha, 'GET /api/user/[id]', { id: user.id })
    expect(await answer.json()).toEqual({
      id: user.id,
      name: 'Asha Rao',
      email: 'asha@example.com',
      phone: '9876543210',
      images: [],
    })
  })

  test('a profile changes name and phone, and nothing else that is sent (S-180 A31 T01)', async () => {
    await using api = await openWithTwo(open)
    const { user } = api.asha
    const body = { name: 'Asha R', email: 'eve@example.com', phone: '+91 98765 43211', images: [] }
    const saved = await api.as(api.asha, 'PUT /api/user/[id]', { id: user.id, body })
    expect(await saved.json()).toMatchObject({ error: false, msg: 'Profile updated successfully!' })
    const row = await api.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      name: 'Asha R',
      phone: '+91 98765 43211',
      email: 'asha@example.com',
    })
    for (const extra of ['isEditor', 'is_editor', 'roles', 'emailVerified', 'role', 'created_at']) {
      const answer = await api.as(api.asha, 'PUT /api/user/[id]', {
        id: user.id,
        body: { ...body, [extra]: true },
      })
      expect(answer.status, extra).toBe(400)
    }
    const after = await api.db.selectFrom('user').select('roles').execute()
    expect(after.map(({ roles }) => roles)).toEqual(['', ''])
  })

  test('nobody reads or changes what is another shopper’s, and visitors are sent to sign in (T02 T05 I8 A30)', async () => {
    await using api = await openWithTwo(open)
    const { asha, ravi } = api
    const made = await api.as(asha, 'POST /api/user/addresses', { body: HOME })
    const { _id } = await made.json()
    const routes: [Line, string, Record<string, unknown>?][] = [
      ['GET /api/user/[id]', asha.user.id],
      ['PUT /api/user/[id]', asha.user.id, { name: 'Eve', phone: '9000000000' }],
      ['PUT /api/user/[id]', asha.user.id, { password: PASSWORD, newpass: NEW_PASSWORD }],
      ['DELETE /api/user/[id]', asha.user.id, { password: PASSWORD }],
      ['PUT /api/user/addresses/[id]', _id, { ...HOME, city: 'Goa' }],
      ['DELETE /api/user/addresses/[id]', _id],
      ['DELETE /api/user/sessions/[id]', asha.user.sessionId],
    ]
    const before = await stateOf(api)
    for (const [endpoint, id, body] of routes) {
      const ask = { id, ...(body && { body }) }
      expect((await api.as(ravi, endpoint, ask)).status).toBe(404)
      const visitor = await api.as(undefined, endpoint, ask)
      expect([visitor.status, (await visitor.json()).msg]).toEqual([401, 'Please login first!'])
    }
    for (const line of [
      'GET /api/user/addresses',
      'POST /api/user/addresses',
      'GET /api/user/sessions',
      'DELETE /api/user/sessions',
      'POST /api/user/uploadfiles',
    ] as const) {
      expect((await api.as(undefined, line)).status).toBe(401)
    }
    expect(await (await api.as(ravi, 'GET /api/user/addresses')).json()).toEqual([])
    expect(await stateOf(api)).toEqual(before)
    expect(
      api.notes.some(({ text, user }) => /not theirs/.test(text) && user === ravi.user.id),
      'A44',
    ).toBe(true)
  })

  test('a userid other than the session’s is refused, in the query and in the body (A30 T01)', async () => {
    await using api = await openWithTwo(open)
    const { asha, ravi } = api
    const query = `?userid=${asha.user.id}`
    expect((await api.as(ravi, 'GET /api/user/addresses', { query })).status).toBe(403)
    const body = { password: PASSWORD, userid: asha.user.id }
    expect((await api.as(ravi, 'DELETE /api/user/[id]', { id: ravi.user.id, body })).status).toBe(
      403,
    )
    const by = { headers: { cookie: ravi.cookie }, accept: 'text/html' }
    const form = { userid: asha.user.id, _method: 'delete', next: '/myaccount?tab=devices' }
    const led = ledTo(await api.call('DELETE /api/user/sessions', { ...by, body: form }))
    expect(led).toMatchObject({ code: 303, to: form.next, said: { error: true } })
    const own = { ...HOME, userid: ravi.user.id }
    expect((await api.as(ravi, 'POST /api/user/addresses', { body: own })).status).toBe(200)
    const own_ = `?userid=${ravi.user.id}`
    expect((await api.as(ravi, 'GET /api/user/addresses', { query: own_ })).status).toBe(200)
  })

  test('a changed password needs the old one, and ends the other sessions (A23 F47)', async () => {
    await using api = await openWithTwo(open)
    const { asha } = api
    const other = await sessionOf(api.accounts, asha.user.email)
    const change = (body: Record<string, unknown>) =>
      api.as(asha, 'PUT /api/user/[id]', {
        id: asha.user.id,
        body: { name: 'Asha', images: [], ...body },
      })
    const wrong = await change({ password: 'not the old one', newpass: NEW_PASSWORD })
    expect(await wrong.json()).toMatchObject({ error: true, field: 'password' })
    const done = await change({ password: PASSWORD, newpass: NEW_PASSWORD })
    expect(await done.json()).toEqual({ error: false, msg: 'Password changed successfully!' })
    const known = async (cookie: string) =>
      (await identify(api.accounts, new Headers({ cookie }))).user !== undefined
    expect([await known(other.cookie), await known(asha.cookie)]).toEqual([false, true])
    await sessionOf(api.accounts, asha.user.email, NEW_PASSWORD)
    await expect(sessionOf(api.accounts, asha.user.email)).rejects.toThrow('wrongPair')
  })

  test('the other sessions stay when the shopper says so (A23)', async () => {
    await using api = await openWithTwo(open)
    const { asha } = api
    const other = await sessionOf(api.accounts, asha.user.email)
    const body = { password: PASSWORD, newpass: NEW_PASSWORD, keepsessions: true }
    expect((await api.as(asha, 'PUT /api/user/[id]', { id: asha.user.id, body })).status).toBe(200)
    const { user } = await identify(api.accounts, new Headers({ cookie: other.cookie }))
    expect(user).toBeDefined()
  })

  test('a password is changed at most five times in 15 minutes without success (H10d)', async () => {
    await using api = await openWithTwo(open)
    const { user } = api.asha
    const guess = () =>
      api.as(api.asha, 'PUT /api/user/[id]', {
        id: user.id,
        body: { password: 'a guess', newpass: NEW_PASSWORD },
      })
    for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(400)
    const stopped = await guess()
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 600]).toEqual([429, true])
    const { ravi } = api
    const other = { password: 'a guess', newpass: NEW_PASSWORD }
    expect(
      (await api.as(ravi, 'PUT /api/user/[id]', { id: ravi.user.id, body: other })).status,
    ).toBe(400)
  })

  test('a shopper sees their sessions, ends one, and signs out everywhere else (A28)', async () => {
    await using api = await openWithTwo(open)
    const { asha, ravi } = api
    const second = await sessionOf(api.accounts, asha.user.email)
    await sessionOf(api.accounts, asha.user.email)
    const list = await (await api.as(asha, 'GET /api/user/sessions')).json()
    expect(list).toHaveLength(3)
    expect(list.filter((own: { current: boolean }) => own.current)).toEqual([
      expect.objectContaining({ id: asha.user.sessionId }),
    ])
    expect(JSON.stringify(list)).not.toContain(asha.cookie.split('=')[1]?.split('.')[0])
    expect(
      (await api.as(asha, 'DELETE /api/user/sessions/[id]', { id: second.user.sessionId })).status,
    ).toBe(200)
    const ended = await api.as(asha, 'DELETE /api/user/sessions')
    expect(await ended.json()).toMatchObject({ error: false, ended: 1 })
    const { user } = await identify(api.accounts, new Headers({ cookie: ravi.cookie }))
    expect(user?.id, 'nobody else is signed out').toBe(ravi.user.id)
  })

  test('an account is deleted with its password, and its sessions with it', async () => {
    await using api = await openWithTwo(open)
    const { asha } = api
    await api.as(asha, 'POST /api/user/addresses', { body: HOME })
    const remove = (password: string) =>
      api.as(asha, 'DELETE /api/user/[id]', { id: asha.user.id, body: { password } })
    expect((await remove('not this')).status).toBe(400)
    const done = await remove(PASSWORD)
    expect([done.status, done.headers.get('clear-site-data')]).toEqual([200, '"storage"'])
    const { user } = await identify(api.accounts, new Headers({ cookie: asha.cookie }))
    expect(user).toBeUndefined()
    const left = await api.db.selectFrom('address').select('id').execute()
    expect(left).toEqual([])
    await expect(sessionOf(api.accounts, asha.user.email)).rejects.toThrow('wrongPair')
  })

  test('an address that is sent again under its key is there once, by header and by form', async () => {
    await using api = await openWithTwo(open)
    const add = (user: Shopper, key: string, body = {}) =>
      api.call('POST /api/user/addresses', {
        ...{ user: user.user, body: { ...HOME, ...body } },
        headers: { 'idempotency-key': key },
      })
    const first = await (await add(api.asha, 'k1')).json()
    const repeats = await Promise.all([add(api.asha, 'k1'), add(api.asha, 'k1')])
    for (const again of repeats) expect(await again.json()).toEqual(first)
    expect((await add(api.asha, 'k1', { city: 'Mumbai' })).status, 'another address').toBe(409)
    expect((await add(api.ravi, 'k1')).status, 'a key of somebody else').toBe(200)
    const form = { ...HOME, city: 'Nashik', idempotencykey: 'k2' }
    for (let count = 0; count < 2; count++) {
      expect((await api.as(api.asha, 'POST /api/user/addresses', { body: form })).status).toBe(200)
    }
    expect((await add(api.asha, 'no key')).status).toBe(400)
    const rows = await api.db
      .selectFrom('address')
      .select('city')
      .where('user_id', '=', api.asha.user.id)
      .orderBy('city')
      .execute()
    expect(rows.map(({ city }) => city)).toEqual(['Nashik', 'Pune'])
  })

  test('the address book has one usual address, and room for twenty', async () => {
    await using api = await openWithTwo(open)
    const { asha } = api
    const add = (body: object) => api.as(asha, 'POST /api/user/addresses', { body: { ...body } })
    const list = async (): Promise<{ _id: string; city: string; isdefault: boolean }[]> =>
      (await api.as(asha, 'GET /api/user/addresses')).json()
    await add(HOME)
    await add({ ...HOME, city: 'Mumbai', isdefault: 'on' })
    expect((await list()).map(({ city, isdefault }) => [city, isdefault])).toEqual([
      ['Mumbai', true],
      ['Pune', false],
    ])
    const [usual] = await list()
    await api.as(asha, 'DELETE /api/user/addresses/[id]', { id: usual?._id ?? '' })
    expect((await list()).map(({ city, isdefault }) => [city, isdefault])).toEqual([['Pune', true]])
    const answers = await Promise.all(Array.from({ length: 25 }, () => add(HOME)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6)
    expect(await list()).toHaveLength(20)
  })
})

test.each([
  [{ name: '', phone: '9876543210' }, 'Please fill all the details'],
  [{ name: 'Asha', phone: ' ' }, 'Please fill all the details'],
  [{ password: '', newpass: NEW_PASSWORD }, 'Please fill all the fields!'],
  [{ password: PASSWORD, newpass: '' }, 'Please fill all the fields!'],
  [
    { password: PASSWORD, newpass: NEW_PASSWORD, confirmpass: 'other' },
    'Please confirm valid password!',
  ],
])('%j is answered by %j (S-143 S-144 S-145)', async (body, msg) => {
  await using api = await openWithTwo()
  const answer = await api.as(api.asha, 'PUT /api/user/[id]', { id: api.asha.user.id, body })
  expect([answer.status, (await answer.json()).msg]).toEqual([400, msg])
})

test.each([
  { zipcode: '4110' },
  { zipcode: 'ABC123' },
  { zipcode: '600001' },
  { country: 'Atlantis' },
  { fullname: '' },
  { city: 'Pune\r\nX: y' },
  { phonenumber: 'call me' },
  { extra: 'x' },
])('an address with %j is refused (A08)', async (fault) => {
  await using api = await openWithTwo()
  const answer = await api.as(api.asha, 'POST /api/user/addresses', { body: { ...HOME, ...fault } })
  expect(answer.status).toBe(400)
})

async function stateOf({ db }: TestDatabase) {
  const users = await db.selectFrom('user').selectAll().orderBy('id').execute()
  const book = await db.selectFrom('address').selectAll().execute()
  const open = await db.selectFrom('session').select('id').orderBy('id').execute()
  return { users: users.map(({ updated_at, ...user }) => user), book, open }
}
