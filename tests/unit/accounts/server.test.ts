import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { type OpenShop, openShop } from '#lib/server/shop.ts'
import { cookieOf } from '#tests/support/accounts.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/editors-file.ts'
import { ask, type Reply, talk } from '#tests/support/http-front.ts'
import { type MailServer, openMailServer } from '#tests/support/outside/mail-server.ts'

// The whole shop behind https, with a real mail server.

const HOST = 'shop.example'
const ORIGIN = `https://${HOST}`
const PASSWORD = 'mangoes in the monsoon'
const SERVER = { port: 4398, host: HOST }

let shop: TestDatabase
let mails: MailServer
let open: OpenShop
const lines: string[] = []

beforeAll(async () => {
  shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1' }])
  mails = await openMailServer()
  const settings = readSettings({
    DATA_DIR: shop.dataDir,
    PORT: String(SERVER.port),
    PUBLIC_URL: ORIGIN,
    TRUSTED_PROXIES: 'none',
    AUTH_SECRET: 'Xo2vN8qL4sT6wY1zB3dF5gH7jK9mP0rA',
    ALLOW_DEMO_PAYMENTS: 'yes',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Shop <shop@shop.example>',
    RATE_SCALE: '50',
  })
  open = await openShop(settings, { log: openLog('info', { write: (text) => lines.push(text) }) })
})

afterAll(async () => {
  await open.close()
  await mails[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

type Sent = { cookie?: string; headers?: Record<string, string>; method?: string }

function send(path: string, body: unknown, { cookie, headers, method = 'POST' }: Sent = {}) {
  const all = {
    origin: ORIGIN,
    'content-type': 'application/json',
    ...(cookie && { cookie }),
    ...headers,
  }
  return ask(SERVER, path, { method, headers: all, body: JSON.stringify(body) })
}

const setCookies = ({ headers }: Reply): string[] => headers['set-cookie'] ?? []

let count = 0
/** Signs a new shopper up and in. */
async function join() {
  const email = `shopper${(count += 1)}@example.com`
  await send('/api/user/signup', { name: 'Asha', email, phone: '9876543210', password: PASSWORD })
  return { email, ...(await enter(email)) }
}

async function enter(email: string, cookie?: string) {
  const answer = await send(
    '/api/user/signin',
    { email, password: PASSWORD },
    cookie ? { cookie } : {},
  )
  expect(answer.status).toBe(200)
  const { user } = JSON.parse(answer.text)
  return { answer, id: String(user.id), cookie: cookieOf(setCookies(answer)) }
}

const get = (path: string, cookie?: string) =>
  ask(SERVER, path, { headers: cookie ? { cookie } : {} })

test('the session cookie is __Host-, Secure, HttpOnly, SameSite=Lax, and in no body (A15 H9)', async () => {
  const { answer, cookie } = await join()
  const [session, device, ...others] = setCookies(answer)
  expect(others).toEqual([])
  expect(device, 'it says that the browser is known, and opens nothing').toMatch(/^__Host-device=/)
  const [pair = '', ...attributes] = (session ?? '').split('; ')
  expect(pair).toMatch(/^__Host-kirana\.session_token=[^;]{40,}$/)
  const names = attributes.map((attribute) => attribute.toLowerCase()).sort()
  expect(names).toEqual(['httponly', 'max-age=604800', 'path=/', 'samesite=lax', 'secure'])
  const token = cookie.split('=')[1]?.split('.')[0] ?? ''
  expect(token.length).toBeGreaterThanOrEqual(32)
  expect(answer.text).not.toContain(token)
})

test('a session that a browser was given before is not the one after sign-in (A28)', async () => {
  const victim = await join()
  const attacker = await join()
  const { cookie } = await enter(victim.email, attacker.cookie)
  expect(cookie).not.toBe(attacker.cookie)
  expect((await get(`/api/user/${attacker.id}`, attacker.cookie)).status, 'the old one ended').toBe(
    401,
  )
  expect(JSON.parse((await get(`/api/user/${victim.id}`, cookie)).text).email).toBe(victim.email)
  const made_up = '__Host-kirana.session_token=known.known'
  const fixed = await enter(victim.email, made_up)
  expect(fixed.cookie).not.toContain('known')
})

test('a session is of no use after sign-out, changed by a letter, or without its signature (A28)', async () => {
  const { id, cookie } = await join()
  const read = (value: string) => get(`/api/user/${id}`, value)
  expect((await read(cookie)).status).toBe(200)
  const letter = cookie.at(30) === 'a' ? 'b' : 'a'
  expect((await read(cookie.slice(0, 30) + letter + cookie.slice(31))).status).toBe(401)
  expect((await read(cookie.split('.').slice(0, 2).join('.'))).status).toBe(401)
  const out = await send('/api/user/signout', {}, { cookie })
  expect([out.status, out.headers['clear-site-data']]).toEqual([200, '"storage"'])
  expect((await read(cookie)).status).toBe(401)
})

test('a session ends 7 days after the last visit, and 30 days after sign-in (S-135 A28)', async () => {
  const { id, cookie, email } = await join()
  const mine = { column: 'user_id', value: id } as const
  const set = (change: { expires_at?: Date; created_at?: Date }) =>
    shop.db.updateTable('session').set(change).where(mine.column, '=', mine.value).execute()
  const day = 24 * 3600_000
  await set({ expires_at: new Date(Date.now() + day) })
  const visit = await get(`/api/user/${id}`, cookie)
  expect(visit.status).toBe(200)
  expect(setCookies(visit)[0], 'a visit lengthens it').toMatch(/__Host-kirana.*max-age=604800/i)
  const { expires_at } = await shop.db
    .selectFrom('session')
    .select('expires_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now() + 6.9 * day)
  await set({ expires_at: new Date(Date.now() - 1000) })
  expect((await get(`/api/user/${id}`, cookie)).status).toBe(401)
  const again = await enter(email)
  await set({ created_at: new Date(Date.now() - 30 * day - 1000) })
  expect((await get(`/api/user/${id}`, again.cookie)).status).toBe(401)
  const left = await shop.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .where('expires_at', '>', new Date())
    .execute()
  expect(left).toEqual([])
})

test('another site cannot write: no form, no JSON, no missing Origin with a cookie (A17 H8)', async () => {
  const { cookie, id } = await join()
  const change = { name: 'Eve', phone: '9000000000' }
  const put = { method: 'PUT', cookie }
  const path = `/api/user/${id}`
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://sub.shop.example' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
  ]) {
    expect((await send(path, change, { ...put, headers })).status).toBe(403)
  }
  const bare = await ask(SERVER, path, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(bare.status).toBe(403)
  const text = { ...put, headers: { 'content-type': 'text/plain' } }
  expect((await send(path, change, text)).status).toBe(415)
  expect(JSON.parse((await get(path, cookie)).text).name).toBe('Asha')
})

test('a GET changes nothing (A17)', async () => {
  const { cookie, id } = await join()
  for (const path of ['signout', 'signin', 'signup', 'forgot', 'reset', 'uploadfiles']) {
    const answer = await get(`/api/user/${path}?_method=delete`, cookie)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
  }
  expect((await get(`/api/user/${id}`, cookie)).status).toBe(200)
})

test('personal answers are kept by nobody (A40 H12)', async () => {
  const { cookie, id } = await join()
  for (const path of [`/api/user/${id}`, '/api/user/addresses', '/api/user/sessions', '/signin']) {
    expect((await get(path, cookie)).headers['cache-control'], path).toBe('private, no-store')
  }
  // Until it is published, a page is rendered for whoever asks.
  const keptBy = async () => (await get('/', cookie)).headers['cache-control']
  await expect.poll(keptBy).toBe('public, max-age=0, must-revalidate')
  const published = await get('/', cookie)
  expect(setCookies(published)).toEqual([])
})

test('other spellings of a limited address are no address (T20 H7)', async () => {
  for (const path of [
    '//api/user/signin',
    '/api//user/signin',
    '/api/user%2fsignin',
    '/api/user/./signin',
    '/api/user/signin%00',
  ]) {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x' })
    const head = `POST ${path} HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    expect(await talk(SERVER, head + body)).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test('forged hosts and forwarding headers change no byte of a mail (T22 T23 A19)', async () => {
  const { email } = await join()
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    'x-client-ip': '203.0.113.9',
  }
  const foreign = await ask({ ...SERVER, host: 'evil.example' }, '/api/user/forgot', {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(foreign.status).toBe(421)
  const answer = await send('/api/user/forgot', { email }, { headers: forged })
  expect(answer.status).toBe(200)
  const source = await mailTo(email, /reset/)
  expect(source).toContain(`${ORIGIN}/reset#token=`)
  expect(source).not.toContain('evil.example')
})

test('a mail about an account has one recipient, and no header of a stranger (A06 T25)', async () => {
  const { email } = await join()
  const source = await mailTo(email, /verifyotp/)
  const [headers = ''] = source.split('\r\n\r\n')
  expect(headers.match(/^to:/gim)).toHaveLength(1)
  expect(headers).not.toMatch(/^(b?cc):/im)
  const name = 'Asha\r\nBcc: eve@example.com'
  const more = { email: 'crlf@example.com', phone: '9876543210', password: PASSWORD }
  expect((await send('/api/user/signup', { ...more, name })).status).toBe(400)
})

test('the log says who did what, and has no mail, password, code, cookie or token (A39 A43 A44)', async () => {
  const { email, cookie, id } = await join()
  await send('/api/user/signin', { email, password: 'a wrong guess' })
  await send('/api/user/forgot', { email: `${email}` })
  await send(`/api/user/nobody`, { name: 'E', phone: '9876543210' }, { cookie, method: 'PUT' })
  const link = await mailTo(email, /reset/)
  const token = /token=(?:3D)?([\w-]{20,})/.exec(link.replaceAll('=\r\n', ''))?.[1] ?? ''
  expect(token).not.toBe('')
  await send('/api/user/reset', { token, password: 'jackfruit by the river' })
  await send('/api/user/signout', {}, { cookie })
  const text = lines.join('')
  const session = cookie.split('=')[1]?.split('.')[0] ?? 'x'
  for (const secret of [email, PASSWORD, 'a wrong guess', 'jackfruit', token, session]) {
    expect(text, secret).not.toContain(secret)
  }
  const notes = lines.map((line) => JSON.parse(line))
  // Only what was refused says where it came from, so that a search by one machine is seen.
  const placed = notes.filter((note) => JSON.stringify(note).includes('127.0.0.1'))
  for (const { msg } of placed) expect(msg).toMatch(/not theirs|from elsewhere was refused/)
  expect(placed).toContainEqual(
    expect.objectContaining({ user: id, status: 404, address: '127.0.0.1' }),
  )
  for (const msg of ['Signed in', 'A sign-in was refused', 'A password was reset', 'Signed out']) {
    const found = notes.find((note) => note.msg === msg)
    expect(found, msg).toMatchObject({ id: expect.any(String), time: expect.stringMatching(/Z$/) })
  }
  expect(notes.some((note) => note.user === id)).toBe(true)
  expect(notes.some((note) => /not theirs/.test(note.msg))).toBe(true)
})

test('who asks for an order, attempt, line, wish, session or upload of others stands in the log, and from where (A44 I8)', async () => {
  const { cookie, id } = await join()
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const foreign: [method: string, path: string, body?: object][] = [
    ...['/orders/K7M2Q', '/orders/K7M2Q/invoice', '/api/orders/K7M2Q'].map(
      (path): [string, string] => ['GET', path],
    ),
    ['POST', '/api/orders/K7M2Q/cancel', {}],
    ['POST', '/api/orders/create', { attempt: 'a', paymentid: 'pay_1', signature: 'f'.repeat(64) }],
    ['GET', '/checkout/pay?attempt=a'],
    ['PUT', '/api/cart/x', { quantity: 1 }],
    ['DELETE', '/api/cart/x'],
    ['DELETE', '/api/mylist/x'],
    ['DELETE', '/api/cart', { _id: 'x' }],
    ['DELETE', '/api/mylist', { _id: 'x' }],
    ['DELETE', '/api/user/sessions/x'],
    ['DELETE', '/api/user/addresses/x'],
    ['POST', '/api/orders/K7M2Q/reorder', {}],
    ['GET', '/desk/uploads/x'],
    ['GET', '/api/desk/uploads/x'],
    ['POST', '/api/desk/uploads/x/publish', {}],
  ]
  const unseen = []
  for (const [method, path, body] of foreign) {
    const from = lines.length
    const headers = { origin: ORIGIN, cookie, ...(body && { 'content-type': 'application/json' }) }
    const more = body && { body: JSON.stringify(body) }
    const { status } = await ask(SERVER, path, { method, headers, ...more })
    if (!isNoted(from, id)) unseen.push([method, path, status])
  }
  for (const [method, path, body] of foreign) {
    if (method === 'GET' || path.startsWith('/api/desk')) continue
    const from = lines.length
    const headers = { origin: ORIGIN, cookie, ...form }
    const fields = new URLSearchParams({ ...(method !== 'POST' && { _method: method }), ...body })
    const sent = { method: 'POST', headers, body: String(fields) }
    const { status } = await ask(SERVER, path, sent)
    if (!isNoted(from, id)) unseen.push([`form ${method}`, path, status])
  }
  for (const path of ['/checkout/pay?attempt=a', '/track/K7M2Q']) {
    const from = lines.length
    const { status } = await ask(SERVER, path, {})
    if (!isNoted(from, undefined)) unseen.push(['a visitor', path, status])
  }
  expect(unseen).toEqual([])
})

/** Whether the log names, since that line, what was asked for by whom and from where. */
const isNoted = (from: number, user: string | undefined): boolean =>
  lines
    .slice(from)
    .map((line) => JSON.parse(line))
    .some(
      (note) => /not theirs/.test(note.msg) && note.user === user && note.address === '127.0.0.1',
    )

test('no answer of accounts ever has a password or its hash (T03 A31)', async () => {
  const { cookie, id } = await join()
  const answers = [
    await get(`/api/user/${id}`, cookie),
    await get('/api/user/sessions', cookie),
    await get('/myaccount', cookie),
    await send(`/api/user/${id}`, { name: 'Asha', phone: '9876543210' }, { cookie, method: 'PUT' }),
  ]
  for (const { text } of answers) expect(text).not.toMatch(/argon2id|mangoes in the monsoon/)
})

/** The source of the newest mail to an address that has the text; waits for the worker. */
async function mailTo(email: string, text: RegExp): Promise<string> {
  return expect
    .poll(() => find(email, text))
    .toBeTruthy()
    .then(() => find(email, text) ?? '')
}

const find = (email: string, text: RegExp) =>
  mails.received
    .findLast(({ to, source }) => to.includes(email) && text.test(source.replaceAll('=\r\n', '')))
    ?.source.replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
