import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { identify } from '#lib/server/accounts/session.ts'
import { cookieOf, newShopper, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import type { Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

const DAY_MS = 24 * 3600_000
const HTML = { accept: 'text/html' }
const ASHA = { name: 'Asha Rao', email: 'asha@example.com', phone: '9876543210' }

forEachDatabase((open) => {
  test('a shopper signs up, signs in and is known by the cookie alone (S-176 S-177)', async () => {
    await using api = await openApi(open)
    const up = await api.call('POST /api/user/signup', {
      body: { ...ASHA, password: PASSWORD, isadmin: false },
    })
    expect([up.status, await up.json()]).toEqual([
      200,
      { error: false, msg: 'Registered successfully!' },
    ])
    const body = { email: ' Asha@Example.com ', password: PASSWORD, isadmin: true }
    const made = await api.call('POST /api/user/signin', { body })
    const answer = await made.json()
    expect(answer).toEqual({
      error: false,
      msg: 'Loggedin successfully!',
      token: 'signed-in',
      user: { id: expect.any(String), name: 'Asha Rao', email: 'asha@example.com' },
    })
    const cookie = cookieOf(made.headers.getSetCookie())
    const { user } = await identify(api.accounts, new Headers({ cookie }))
    expect(user).toMatchObject({ id: answer.user.id, isEditor: false, emailVerified: false })
  })

  test('signing out ends the session on the server (S-115)', async () => {
    await using api = await openApi(open)
    const { cookie, user } = await newShopper(api, api)
    const answer = await api.call('POST /api/user/signout', {
      headers: { cookie },
      user,
    })
    expect(await answer.json()).toEqual({ error: false, msg: 'User logout Successfully!' })
    // A late answer may not take away the cookie of a sign-in since (F47).
    const late = await identify(api.accounts, new Headers({ cookie }))
    expect(late).toEqual({ user: undefined, cookies: [] })
  })

  test.each([
    ['signs out', 'POST /api/user/signout', {}],
    ['deletes the account', 'DELETE /api/user/[id]', { password: PASSWORD }],
  ] as const)(
    'who %s by a form leaves no PIN code to the next person (A40)',
    async (_, line, body) => {
      await using api = await openApi(open)
      const { cookie, user } = await newShopper(api, api)
      const answer = await api.call(line, {
        ...{ user, body, params: { id: user.id } },
        headers: { cookie: `${cookie}; place=560001; location=India` },
      })
      const gone = answer.headers
        .getSetCookie()
        .filter((one) => /^[\w.]+=; Max-Age=0; Path=\/;/.test(one))
        .map((one) => one.split('=')[0])
      expect(gone).toEqual(
        expect.arrayContaining(['place', 'location', 'form', 'pending', 'guest']),
      )
    },
  )

  test('while nothing can be written, who is signed in still sees their pages (F35 A28)', async () => {
    await using api = await openApi(open)
    const { cookie, user } = await newShopper(api, api)
    const sessions = api.db.updateTable('session')
    const dueSince = new Date(Date.now() + 6 * DAY_MS)
    await sessions.set({ expires_at: dueSince }).execute()
    const mend = await refuseWrites(api)
    const read = () => identify(api.accounts, new Headers({ cookie }))
    expect(await read()).toMatchObject({ user: { id: user.id }, cookies: [] })
    await mend()
    expect(await read()).toMatchObject({ cookies: [expect.stringMatching(/max-age=604800/i)] })
    await sessions.set({ expires_at: new Date(Date.now() - 1000) }).execute()
    await refuseWrites(api)
    expect((await read()).user, 'nor is one that ended in the way').toBeUndefined()
  })

  test('who reads that they are signed out is so, also beside a database that is busy or full (S-115 I5 F34)', async () => {
    await using api = await openApi(open)
    const { cookie, user } = await newShopper(api, api)
    const signOut = () => api.call('POST /api/user/signout', { headers: { cookie }, user })
    const mend = await refuseWrites(api)
    expect((await signOut()).status).toBeGreaterThanOrEqual(500)
    await mend()
    expect((await identify(api.accounts, new Headers({ cookie }))).user).toBeDefined()
    expect((await signOut()).status).toBe(200)
    expect((await identify(api.accounts, new Headers({ cookie }))).user).toBeUndefined()
  })
})

/** Makes sessions readable but not writable, as on a full disk. @returns a function that repairs it */
async function refuseWrites({ db, url }: TestDatabase): Promise<() => Promise<void>> {
  const [made = [], dropped = []] = url.startsWith('postgres') ? ON_POSTGRES : ON_SQLITE
  for (const one of made) await one.execute(db)
  return async () => {
    for (const one of dropped) await one.execute(db)
  }
}

const ON_SQLITE = [
  [
    sql`create trigger full_1 before update on session begin select raise(abort, 'disk is full'); end`,
    sql`create trigger full_2 before delete on session begin select raise(abort, 'disk is full'); end`,
  ],
  [sql`drop trigger full_1`, sql`drop trigger full_2`],
]
const ON_POSTGRES = [
  [
    sql`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk is full' using errcode = '53100'; end $$`,
    sql`create trigger full_1 before update or delete on session
      for each row execute function refuse()`,
  ],
  [sql`drop trigger full_1 on session`],
]

test('a form without JavaScript signs in and goes on to the page that it came from', async () => {
  await using api = await openApi()
  await newShopper(api, { accounts: api.accounts, email: ASHA.email })
  const body = { email: ASHA.email, password: PASSWORD, next: '/mylist' }
  const good = await api.call('POST /api/user/signin', { ...HTML, body })
  expect([good.status, good.headers.get('location')]).toEqual([303, '/mylist'])
  const wrong = { ...body, password: 'nothing of the kind' }
  const bad = await api.call('POST /api/user/signin', { ...HTML, body: wrong })
  expect([bad.status, bad.headers.get('location')]).toEqual([303, '/signin?next=%2Fmylist'])
})

test('a form of accounts that is refused keeps the page that it goes on to', async () => {
  await using api = await openApi()
  const next = '/category/staples?page=2'
  const back = (screen: string) => `${screen}?next=${encodeURIComponent(next)}`
  const refused: [Line, Record<string, string>, string][] = [
    ['POST /api/user/signup', { name: '', email: ASHA.email }, '/signup'],
    ['POST /api/user/forgot', { email: 'asha' }, '/forgot'],
    ['POST /api/user/reset', { token: 'x', password: PASSWORD }, '/reset'],
  ]
  for (const [line, body, screen] of refused) {
    const answer = await api.call(line, { ...HTML, body: { ...body, next } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back(screen)])
  }
})
