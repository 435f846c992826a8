import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Line } from '#tests/support/api-front.ts'
import { expect, test } from 'vitest'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { identify } from '#lib/server/accounts/session.ts'
import { offerNonce } from '#lib/server/accounts/google-nonce.ts'
import { cookieOf, PASSWORD, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { codeIn, EMAIL, openMailApi, tokenIn } from '#tests/support/outside/mail-api.ts'
import { CLIENT_ID, openOidcServer } from '#tests/support/outside/oidc-server.ts'

/** The password that the owner chooses; PASSWORD is that of the stranger who signed up first. */
const OWN_PASSWORD = 'jackfruit by the river'
const CALL = { headers: new Headers(), address: undefined, requestId: 'r1' }
const HTML = { accept: 'text/html' }

type Api = Awaited<ReturnType<typeof openMailApi>>

/** Signs up in a new browser. @returns its cookie */
async function signUp(api: Api, password = PASSWORD): Promise<string> {
  const body = { name: 'Somebody', email: EMAIL, phone: '9876543210', password }
  return cookieOf((await api.post('POST /api/user/signup', body)).headers.getSetCookie())
}

/** Enters a code in the browser with this cookie. */
const enter = (api: Api, otp: string, cookie = '', more = {}) =>
  api.post('POST /api/user/verifyemail', { otp, email: EMAIL }, { headers: { cookie }, ...more })

const opens = (api: Api, password: string) => signIn(api.accounts, { email: EMAIL, password }, CALL)

const known = async (api: Api, cookie: string) =>
  (await identify(api.accounts, new Headers({ cookie }))).user

/** The owner chooses a password with the newest mailed link. */
async function choose(api: Api): Promise<void> {
  const token = tokenIn((await api.work()).at(-1))
  const done = await api.post('POST /api/user/reset', { token, password: OWN_PASSWORD })
  expect(done.status).toBe(200)
}

const FACE = 'user-abcdefghijklmnopqrstuv.webp'

/** Fills the account as somebody might before its email is confirmed. */
async function fill({ db, accounts }: Api): Promise<void> {
  const { id: user_id } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const [id, product_id, created_at] = ['x1', 'toor-dal', Date.now()]
  const line = { id, user_id, product_id, choice: '', created_at }
  const units = { quantity: 2, seen_price_paise: 100, changed_at: created_at }
  await db.insertInto('cart').values({ user_id, revision: 1 }).execute()
  await db
    .insertInto('cart_item')
    .values({ ...line, ...units })
    .execute()
  await db.insertInto('wishlist_item').values(line).execute()
  const { email: _, ...street } = BILLING
  const own = { id, user_id, created_at, is_default: 1 }
  await db
    .insertInto('address')
    .values({ ...street, ...own })
    .execute()
  const proven = { phone_key: '9000000000', hash: 'x', tries: 0, sent_at: 1, proven_at: 2 }
  await db
    .insertInto('phone_code')
    .values({ user_id, ...proven })
    .execute()
  const answered = { key: 'k', route: 'POST /api/cart/add', hash: 'x', answer: '{}', created_at }
  await db
    .insertInto('idempotency')
    .values({ user_id, ...answered })
    .execute()
  const said = { customer_name: 'Somebody', text: 'Soft.', rating: 5 }
  await db
    .insertInto('review')
    .values({ id, user_id, product_id, created_at, ...said })
    .execute()
  await db.updateTable('user').set({ images: FACE, image: FACE }).execute()
  const uploads = join(accounts.settings.dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  await writeFile(join(uploads, FACE), '')
}

const inCart = async ({ db }: Api) =>
  (await db.selectFrom('cart_item').select('id').execute()).length

async function left({ db }: Api) {
  const tables = ['address', 'phone_code', 'idempotency'] as const
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('user_id').execute()),
  )
  const user = await db
    .selectFrom('user')
    .select(['phone', 'images', 'image'])
    .executeTakeFirstOrThrow()
  return { rows: rows.flat(), ...user }
}

forEachDatabase((open) => {
  test('a stranger who signed up first is out once the owner enters the code (T19)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    const stranger = await sessionOf(api.accounts, EMAIL)
    const code = codeIn((await api.work())[0])
    const answer = await enter(api, code)
    expect(answer.headers.getSetCookie().join(), 'said on the next screen too').toContain('flash=')
    expect(await answer.json()).toEqual({
      error: false,
      success: true,
      msg: 'Email verified successfully! Please choose your password with the link we have just emailed you.',
    })
    expect(await known(api, stranger.cookie)).toBeUndefined()
    expect(await opens(api, PASSWORD)).toEqual({ ok: false, error: { code: 'wrongPair' } })
    await choose(api)
    expect((await opens(api, OWN_PASSWORD)).ok).toBe(true)
    expect((await opens(api, PASSWORD)).ok).toBe(false)
  })

  test.each(['code', 'link'] as const)(
    'what a stranger left in an account is gone when its owner comes in by a %s (T19)',
    async (way) => {
      await using api = await openMailApi(open)
      await signUp(api)
      await fill(api)
      if (way === 'code') await enter(api, codeIn((await api.work())[0]))
      else await api.post('POST /api/user/forgot', { email: EMAIL })
      await choose(api)
      expect(await left(api)).toEqual({ rows: [], phone: '', images: '', image: null })
      expect(await inCart(api), 'an owner who signed up elsewhere keeps what was added').toBe(1)
      expect(await api.db.selectFrom('review').select('customer_name').execute()).toEqual([
        { customer_name: 'A former customer' },
      ])
      await api.work()
      expect(existsSync(join(api.accounts.settings.dataDir, 'uploads', FACE))).toBe(false)
    },
  )

  test.each([
    ['the code in the browser that signed up', 'code', 'chosen'],
    ['the code where it is signed in', 'code', 'session'],
    ['a link in the browser that signed up', 'link', 'chosen'],
    ['a link where it is signed in', 'link', 'session'],
    ['a link, once the mail is confirmed', 'link', 'confirmed'],
  ])('by %s an owner loses nothing (T19)', async (_, way, proof) => {
    await using api = await openMailApi(open)
    const cookie = proof === 'chosen' ? await signUp(api) : (await signUp(api), '')
    const { user } = await sessionOf(api.accounts, EMAIL)
    await fill(api)
    const before = await left(api)
    const more = { headers: { cookie }, ...(proof === 'session' && { user }) }
    const mails = await api.work()
    if (proof === 'confirmed') await enter(api, codeIn(mails[0]), '', { user })
    if (way === 'code') await enter(api, codeIn(mails[0]), cookie, more)
    else {
      await api.post('POST /api/user/forgot', { email: EMAIL })
      const token = tokenIn((await api.work()).at(-1))
      await api.post('POST /api/user/reset', { token, password: OWN_PASSWORD }, more)
      expect((await opens(api, OWN_PASSWORD)).ok).toBe(true)
    }
    expect(await left(api)).toEqual(before)
    expect(before.rows).toHaveLength(3)
  })

  test('whoever signed up in the same browser keeps the password and the sessions (T19)', async () => {
    await using api = await openMailApi(open)
    const browser = await signUp(api)
    const session = await sessionOf(api.accounts, EMAIL)
    const answer = await enter(api, codeIn((await api.work())[0]), browser)
    expect((await answer.json()).msg).toBe('Email verified successfully!')
    expect(await known(api, session.cookie)).toBeDefined()
    expect((await opens(api, PASSWORD)).ok).toBe(true)
    expect(await api.work()).toEqual([])
  })

  test('so does whoever is signed in where the code is entered (T19)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    const { user } = await sessionOf(api.accounts, EMAIL)
    const other = await sessionOf(api.accounts, EMAIL)
    const answer = await enter(api, codeIn((await api.work())[0]), '', { user })
    expect((await answer.json()).msg).toBe('Email verified successfully!')
    expect(await known(api, other.cookie)).toBeDefined()
    expect((await opens(api, PASSWORD)).ok).toBe(true)
  })

  test('a sign-up that came second proves nothing about the password of the first (T19)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    const owner = await signUp(api, OWN_PASSWORD)
    const mails = await api.work()
    const answer = await enter(api, codeIn(mails[0]), owner)
    expect((await answer.json()).msg).toContain('with the link we have just emailed you')
    for (const password of [PASSWORD, OWN_PASSWORD]) {
      expect((await opens(api, password)).ok).toBe(false)
    }
    await choose(api)
    expect((await opens(api, OWN_PASSWORD)).ok).toBe(true)
  })

  test('a session of somebody else, or the proof for another mail, keeps no password (T19)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    await api.join('ravi@example.com')
    const { user } = await sessionOf(api.accounts, 'ravi@example.com')
    const body = {
      name: 'Ravi',
      email: 'maya@example.com',
      phone: '9876543210',
      password: PASSWORD,
    }
    const cookie = cookieOf((await api.post('POST /api/user/signup', body)).headers.getSetCookie())
    const mails = await api.work()
    await enter(api, codeIn(mails.find(({ to }) => to === EMAIL)), cookie, { user })
    expect((await opens(api, PASSWORD)).ok).toBe(false)
  })

  test('a code that comes after a reset does not take the password of the owner (T19)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    const code = codeIn((await api.work())[0])
    await api.post('POST /api/user/forgot', { email: EMAIL })
    await choose(api)
    const answer = await enter(api, code)
    expect((await answer.json()).msg).toBe('Email verified successfully!')
    expect((await opens(api, OWN_PASSWORD)).ok).toBe(true)
  })

  test('where codes are required, the browser that gave the password keeps it (T19)', async () => {
    await using api = await openMailApi(open, { emailVerification: 'required' })
    await signUp(api)
    await api.work()
    const pair = { email: EMAIL, password: PASSWORD }
    const wrong = await api.post('POST /api/user/signin', { ...pair, password: OWN_PASSWORD }, HTML)
    expect(wrong.headers.getSetCookie().join()).not.toContain('chosen=')
    const refused = await api.post('POST /api/user/signin', pair, HTML)
    const phone = cookieOf(refused.headers.getSetCookie())
    await enter(api, codeIn((await api.work())[0]), phone)
    expect((await opens(api, PASSWORD)).ok).toBe(true)
  })

  test('Google joins the account of its owner only when the stranger is out (T19 A27)', async () => {
    await using issuer = await openOidcServer()
    const google = { googleClientId: CLIENT_ID, oidcIssuer: issuer.issuer }
    await using api = await openMailApi(open, google)
    await signUp(api)
    const stranger = await sessionOf(api.accounts, EMAIL)
    const byGoogle = async () => {
      const { nonce, cookie } = offerNonce(new Request('http://localhost:4321/signin'))
      const credential = await issuer.token({ nonce })
      const headers = { cookie: cookie.split(';')[0] ?? '' }
      return api.post('POST /api/user/authwithgoogle', { credential }, { headers })
    }
    expect((await byGoogle()).status).toBe(409)
    await enter(api, codeIn((await api.work())[0]))
    expect((await byGoogle()).status).toBe(200)
    expect(await known(api, stranger.cookie)).toBeUndefined()
    expect((await opens(api, PASSWORD)).ok).toBe(false)
  })

  test('a sign-in that is being checked while the password goes opens nothing (T19 F47)', async () => {
    await using api = await openMailApi(open)
    await signUp(api)
    const code = codeIn((await api.work())[0])
    const { passwords } = api.accounts
    const verify = passwords.verify.bind(passwords)
    passwords.verify = async (password, kept) => {
      const isRight = await verify(password, kept)
      await enter(api, code)
      return isRight
    }
    expect(await opens(api, PASSWORD)).toEqual({ ok: false, error: { code: 'wrongPair' } })
    expect(await api.db.selectFrom('session').select('id').execute()).toEqual([])
  })
})

test.each<[string, Line, Record<string, string>]>([
  [
    'a change of password',
    'PUT /api/user/[id]',
    { password: PASSWORD, newpass: 'mine for ever more' },
  ],
  ['a deletion', 'DELETE /api/user/[id]', { password: PASSWORD }],
])(
  '%s that is being checked while the password goes does nothing (T19 F47)',
  async (_, line, body) => {
    await using api = await openMailApi()
    await signUp(api)
    const { user } = await sessionOf(api.accounts, EMAIL)
    const code = codeIn((await api.work())[0])
    const { passwords } = api.accounts
    const verify = passwords.verify.bind(passwords)
    passwords.verify = async (password, kept) => {
      const isRight = await verify(password, kept)
      await enter(api, code)
      return isRight
    }
    const answer = await api.post(line, body, { user, params: { id: user.id } })
    expect(answer.status).toBe(400)
    expect((await opens(api, 'mine for ever more')).ok).toBe(false)
    await choose(api)
    expect((await opens(api, OWN_PASSWORD)).ok, 'the account is there').toBe(true)
  },
)

test('the proof looks alike whether the mail was taken, and no script reads it (T19 A25)', async () => {
  await using api = await openMailApi(undefined, { publicUrl: new URL('https://shop.example') })
  const body = { name: 'Asha', email: EMAIL, phone: '9876543210', password: PASSWORD }
  const made = async (more = {}) =>
    (await api.post('POST /api/user/signup', { ...body, ...more })).headers.getSetCookie()
  const [first, second, other] = [
    await made(),
    await made(),
    await made({ password: OWN_PASSWORD }),
  ]
  // The same form sent twice gets the same proof of its password; another password gets a different one.
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
  for (const cookies of [first, second, other]) {
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-chosen=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  }
})
