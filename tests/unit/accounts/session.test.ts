import { expect, test } from 'vitest'
import { identify } from '#lib/server/accounts/session.ts'
import { cookieOf, newShopper, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'

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
    expect((await identify(api.accounts, new Headers({ cookie }))).user).toBeUndefined()
  })
})

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
