import { expect, test } from 'vitest'
import { identify } from '#lib/server/accounts/session.ts'
import { cookieOf, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { codeIn, EMAIL, openMailApi } from '#tests/support/outside/mail-api.ts'

const OPEN = { cartGate: 'open' as const }
const HTML = { accept: 'text/html' }
const SIGN_UP = { name: 'Asha Rao', phone: '9876543210', password: PASSWORD }

type Api = Awaited<ReturnType<typeof openMailApi>>

const join = (api: Api, more = {}) =>
  api.post(
    'POST /api/user/signup',
    { ...SIGN_UP, email: EMAIL, next: '/checkout' },
    { ...OPEN, ...more },
  )

async function whoHas(api: Api, answer: Response): Promise<string | undefined> {
  const cookie = cookieOf(answer.headers.getSetCookie())
  return (await identify(api.accounts, new Headers({ cookie }))).user?.email
}

forEachDatabase((open) => {
  test('in the open shop the mailed code signs in who chose the password, and leads on (G14 T19)', async () => {
    await using api = await openMailApi(open)
    const joined = await join(api, HTML)
    expect(joined.headers.get('location')).toBe('/verifyotp?next=%2Fcheckout')
    expect(await whoHas(api, joined), 'nobody yet').toBeUndefined()
    const headers = { cookie: cookieOf(joined.headers.getSetCookie()) }
    const body = { email: EMAIL, otp: codeIn((await api.work())[0]), next: '/checkout' }
    const entered = await api.post('POST /api/user/verifyemail', body, {
      ...OPEN,
      ...HTML,
      headers,
    })
    expect(entered.headers.get('location')).toBe('/checkout')
    expect(await whoHas(api, entered)).toBe(EMAIL)
  })

  test('a sign-up that was sent twice keeps its password when the first code is entered (G14 T19)', async () => {
    await using api = await openMailApi(open)
    await join(api, HTML)
    const again = await join(api, HTML)
    const headers = { cookie: cookieOf(again.headers.getSetCookie()) }
    const body = { email: EMAIL, otp: codeIn((await api.work())[0]), next: '/checkout' }
    const options = { ...OPEN, ...HTML, headers }
    expect(await whoHas(api, await api.post('POST /api/user/verifyemail', body, options))).toBe(
      EMAIL,
    )
    const signIn = await api.post(
      'POST /api/user/signin',
      { email: EMAIL, password: PASSWORD },
      OPEN,
    )
    expect(signIn.status).toBe(200)
  })

  test('a code alone signs nobody in, nor does one with CART_GATE=signin (G14 S-134 T19)', async () => {
    await using api = await openMailApi(open)
    const joined = await join(api)
    const mails = await api.work()
    const elsewhere = { email: EMAIL, otp: codeIn(mails[0]), next: '/checkout' }
    const stranger = await api.post('POST /api/user/verifyemail', elsewhere, { ...OPEN, ...HTML })
    expect(await whoHas(api, stranger)).toBeUndefined()
    expect(stranger.headers.get('location')).toBe('/signin?next=%2Fcheckout')
    expect(joined.status).toBe(200)

    const body = { ...SIGN_UP, email: 'ravi@example.com', next: '/cart' }
    const gated = { cartGate: 'signin' as const, ...HTML }
    const second = await api.post('POST /api/user/signup', body, gated)
    expect(second.headers.get('location')).toBe('/signin?next=%2Fcart')
    expect(second.headers.getSetCookie().join(), 'the mail is filled in').toContain('form=')
    const headers = { cookie: cookieOf(second.headers.getSetCookie()) }
    const otp = codeIn((await api.work()).at(-1))
    const code = { email: body.email, otp, next: '/cart' }
    const verified = await api.post('POST /api/user/verifyemail', code, { ...gated, headers })
    expect(verified.headers.get('location')).toBe('/signin?next=%2Fcart')
    expect(await whoHas(api, verified)).toBeUndefined()
  })

  test('a sign-up is answered alike whether the mail is known, in the open shop too (A25)', async () => {
    await using api = await openMailApi(open)
    const told = async (answer: Response) => [
      answer.status,
      await answer.text(),
      answer.headers.get('location'),
      answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '')),
    ]
    for (const more of [{}, HTML]) {
      const fresh = { ...SIGN_UP, email: `new${'accept' in more ? 1 : 0}@example.com` }
      const first = await told(await api.post('POST /api/user/signup', fresh, { ...OPEN, ...more }))
      const again = await told(await api.post('POST /api/user/signup', fresh, { ...OPEN, ...more }))
      expect(again).toEqual(first)
    }
  })
})
