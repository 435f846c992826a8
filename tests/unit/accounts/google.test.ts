import { expect, test } from 'vitest'
import { offerNonce } from '#lib/server/accounts/google-nonce.ts'
import { signInByGoogle } from '#lib/server/accounts/google-sign-in.ts'
import { isPhotoAddress } from '#lib/server/accounts/google-photo.ts'
import { identify } from '#lib/server/accounts/session.ts'
import { cookieOf, newShopper, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import {
  type Claims,
  CLIENT_ID,
  openOidcServer,
  type Signing,
} from '#tests/support/outside/oidc-server.ts'
import { openApi } from '#tests/support/open-api.ts'

const EMAIL = 'asha@example.com'

/** Opens the API beside an issuer, and browsers that come from its sign-in screen. */
async function openGoogleApi(open?: () => Promise<TestDatabase>) {
  const issuer = await openOidcServer()
  const api = await openApi(open, { googleClientId: CLIENT_ID, oidcIssuer: issuer.issuer })
  const browser = () => {
    const { nonce, cookie } = offerNonce(new Request('http://localhost:4321/signin'))
    return { nonce, cookie: cookieOf([cookie]) }
  }
  const send = (credential: string, cookie: string, more = {}) =>
    api.call('POST /api/user/authwithgoogle', {
      body: { credential, name: 'Eve', email: 'eve@example.com', password: null, ...more },
      ...(cookie && { headers: { cookie } }),
    })
  const userIds = async () =>
    (await api.db.selectFrom('user').select('id').execute()).map(({ id }) => id)
  return {
    ...{ ...api, issuer, browser, send, userIds },
    [Symbol.asyncDispose]: async () => {
      await issuer[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

forEachDatabase((open) => {
  test('Google signs in by what the token says, not by what stands beside it (S-178)', async () => {
    await using api = await openGoogleApi(open)
    const { nonce, cookie } = api.browser()
    const answer = await api.send(await api.issuer.token({ nonce }), cookie)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      error: false,
      msg: 'User Authenticated Successfully!',
      token: 'signed-in',
      user: { id: expect.any(String), name: 'Asha Rao', email: EMAIL },
    })
    const session = cookieOf(answer.headers.getSetCookie())
    const { user } = await identify(api.accounts, new Headers({ cookie: session }))
    expect(user).toMatchObject({ email: EMAIL, emailVerified: true, isEditor: false })
  })

  test('the same subject is the same shopper, also under another mail (A27)', async () => {
    await using api = await openGoogleApi(open)
    const first = api.browser()
    await api.send(await api.issuer.token({ nonce: first.nonce }), first.cookie)
    const again = api.browser()
    const token = await api.issuer.token({ nonce: again.nonce, email: 'new@example.com' })
    expect((await api.send(token, again.cookie)).status).toBe(200)
    expect(await api.userIds()).toHaveLength(1)
    const accounts = await api.db.selectFrom('account').select('account_id').execute()
    const ofIssuer = expect.stringMatching(new RegExp(`^${api.issuer.issuer} \\S+$`))
    expect(accounts).toEqual([{ account_id: ofIssuer }])
  })

  test('the same subject of another issuer is somebody else (A27)', async () => {
    await using api = await openApi(open)
    const call = { headers: new Headers(), address: undefined, requestId: 'r1' }
    const signIn = async (issuer: string, email: string) => {
      const identity = { issuer, subject: '1', email, name: 'Asha Rao', photo: undefined }
      const opened = await signInByGoogle(api.accounts, identity, call)
      return opened.ok ? opened.value.user.id : opened.error
    }
    const asha = await signIn('https://accounts.google.com', EMAIL)
    expect(await signIn('https://id.example.com', 'eve@example.com')).not.toBe(asha)
    expect(await signIn('https://accounts.google.com', 'new@example.com')).toBe(asha)
  })

  test('an account that nobody has verified is not joined, and its password goes on alone (A27 T19)', async () => {
    await using api = await openGoogleApi(open)
    const { user } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
    const { nonce, cookie } = api.browser()
    const answer = await api.send(await api.issuer.token({ nonce }), cookie)
    expect([answer.status, (await answer.json()).error]).toEqual([409, true])
    expect(cookieOf(answer.headers.getSetCookie())).not.toContain('session')
    expect(answer.headers.getSetCookie(), 'the next try has a nonce of its own').toEqual([
      expect.stringMatching(/^google=; Max-Age=0; /),
    ])
    const linked = await api.db
      .selectFrom('account')
      .select('provider_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(linked).toEqual([expect.objectContaining({ provider_id: 'credential' })])
  })

  test('a mail that is verified on both sides is joined, and both ways lead to it (A27)', async () => {
    await using api = await openGoogleApi(open)
    const { user } = await newShopper(api, { accounts: api.accounts, email: EMAIL })
    await api.db.updateTable('user').set({ email_verified: true }).execute()
    const { nonce, cookie } = api.browser()
    const answer = await api.send(await api.issuer.token({ nonce }), cookie)
    expect((await answer.json()).user.id).toBe(user.id)
    expect((await sessionOf(api.accounts, EMAIL)).user.id).toBe(user.id)
    const other = api.browser()
    const token = await api.issuer.token({ nonce: other.nonce, sub: 'google-2' })
    expect((await api.send(token, other.cookie)).status, 'other sub, same verified mail').toBe(200)
  })

  test('a token signs in once, in the browser that it was made for (A33)', async () => {
    await using api = await openGoogleApi(open)
    const { nonce, cookie } = api.browser()
    const token = await api.issuer.token({ nonce })
    expect((await api.send(token, '')).status, 'no nonce in the browser').toBe(401)
    expect((await api.send(token, api.browser().cookie)).status, 'another browser').toBe(401)
    expect((await api.send(token, cookie)).status).toBe(200)
    const again = await api.send(token, cookie)
    expect(again.status, 'the same again').toBe(401)
    expect(again.headers.getSetCookie()).toEqual([expect.stringMatching(/^google=; Max-Age=0; /)])
  })
})

test('a sign-in screen that is opened again keeps the nonce of its browser, for another hour (A33)', () => {
  const screen = 'http://localhost:4321/signin'
  const first = offerNonce(new Request(screen))
  const headers = { cookie: cookieOf([first.cookie]) }
  expect(offerNonce(new Request(screen, { headers }))).toEqual(first)
  expect(first.cookie).toMatch(/Max-Age=3600;/)
  expect(offerNonce(new Request(screen)).nonce).not.toBe(first.nonce)
})

const now = () => Math.floor(Date.now() / 1000)
test.each<[string, (nonce: string) => [Claims, Signing?]]>([
  ['another audience', (nonce) => [{ nonce, aud: 'somebody-else' }]],
  ['two audiences and no azp', (nonce) => [{ nonce, aud: [CLIENT_ID, 'somebody-else'] }]],
  ['another azp', (nonce) => [{ nonce, azp: 'somebody-else' }]],
  ['another issuer', (nonce) => [{ nonce, iss: 'https://accounts.google.com.evil.example' }]],
  ['an expired one', (nonce) => [{ nonce, iat: now() - 900, exp: now() - 300 }]],
  ['one that is not good yet', (nonce) => [{ nonce, nbf: now() + 600 }]],
  ['an old one that does not expire', (nonce) => [{ nonce, iat: now() - 90_000, exp: now() + 99 }]],
  ['one without an end', (nonce) => [{ nonce, exp: undefined }]],
  ['an unverified mail', (nonce) => [{ nonce, email_verified: false }]],
  ['no word on the mail', (nonce) => [{ nonce, email_verified: undefined }]],
  ['no nonce', () => [{}]],
  ['another nonce', () => [{ nonce: 'other' }]],
  ['no subject', (nonce) => [{ nonce, sub: undefined }]],
  ['another key', (nonce) => [{ nonce }, { key: 'other' }]],
  ['an unknown key', (nonce) => [{ nonce }, { key: 'other', kid: 'k2' }]],
  ['alg none', (nonce) => [{ nonce }, { key: 'none' }]],
  ['HMAC with the public key', (nonce) => [{ nonce }, { key: 'hmac' }]],
])('a token with %s is refused (A32)', async (_, make) => {
  await using api = await openGoogleApi()
  const { nonce, cookie } = api.browser()
  const answer = await api.send(await api.issuer.token(...make(nonce)), cookie)
  expect(await answer.json()).toEqual({ error: true, msg: 'Failed to login!' })
  expect(answer.status).toBe(401)
  expect(await api.userIds()).toEqual([])
})

test('what is no token at all is refused (A32)', async () => {
  await using api = await openGoogleApi()
  for (const credential of ['x', 'a.b.c', '', `${'a'.repeat(9000)}`]) {
    const answer = await api.send(credential, api.browser().cookie)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
})

test('while the issuer cannot be reached nobody is signed in, and it recovers alone (A45)', async () => {
  await using api = await openGoogleApi()
  api.issuer.setDown(true)
  expect(await api.accounts.google?.authorizationEndpoint()).toBeUndefined()
  const { nonce, cookie } = api.browser()
  const token = await api.issuer.token({ nonce })
  expect((await api.send(token, cookie)).status).toBe(503)
  api.issuer.setDown(false)
  expect((await api.send(token, cookie)).status).toBe(200)
  expect(await api.accounts.google?.authorizationEndpoint()).toContain('/authorize')
})

test('without GOOGLE_CLIENT_ID there is no such sign-in', async () => {
  await using api = await openApi()
  const answer = await api.call('POST /api/user/authwithgoogle', {
    body: { credential: 'x' },
  })
  expect(answer.status).toBe(404)
})

test.each([
  ['https://lh3.googleusercontent.com/a/photo=s96-c', true],
  ['http://lh3.googleusercontent.com/a/photo', false],
  ['https://lh3.googleusercontent.com.evil.example/a', false],
  ['https://lh3.googleusercontent.com:8443/a', false],
  ['https://user@lh3.googleusercontent.com/a', false],
  ['https://127.0.0.1/a', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['no address', false],
])('a photo is fetched from where Google keeps them: %s is %s (A05)', (address, isGood) => {
  expect(isPhotoAddress(address)).toBe(isGood)
})
