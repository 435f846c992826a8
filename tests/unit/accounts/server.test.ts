import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpsShop, ORIGIN, PASSWORD, setCookies } from '#tests/support/https-shop.ts'
import { ask, talk } from '#tests/support/http-front.ts'

let shop: Awaited<ReturnType<typeof openHttpsShop>>

beforeAll(async () => {
  shop = await openHttpsShop(4398)
})

afterAll(() => shop.close())

test('the session cookie is __Host-, Secure, HttpOnly, SameSite=Lax, and in no body (A15 H9)', async () => {
  const { answer, cookie } = await shop.join()
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
  const victim = await shop.join()
  const attacker = await shop.join()
  const { cookie } = await shop.enter(victim.email, attacker.cookie)
  expect(cookie).not.toBe(attacker.cookie)
  expect(
    (await shop.get(`/api/user/${attacker.id}`, attacker.cookie)).status,
    'the old one ended',
  ).toBe(401)
  expect(JSON.parse((await shop.get(`/api/user/${victim.id}`, cookie)).text).email).toBe(
    victim.email,
  )
  const made_up = '__Host-kirana.session_token=known.known'
  const fixed = await shop.enter(victim.email, made_up)
  expect(fixed.cookie).not.toContain('known')
})

test('a session is of no use after sign-out, changed by a letter, or without its signature (A28)', async () => {
  const { id, cookie } = await shop.join()
  const read = (value: string) => shop.get(`/api/user/${id}`, value)
  expect((await read(cookie)).status).toBe(200)
  const letter = cookie.at(30) === 'a' ? 'b' : 'a'
  expect((await read(cookie.slice(0, 30) + letter + cookie.slice(31))).status).toBe(401)
  expect((await read(cookie.split('.').slice(0, 2).join('.'))).status).toBe(401)
  const out = await shop.send('/api/user/signout', {}, { cookie })
  expect([out.status, out.headers['clear-site-data']]).toEqual([200, '"storage"'])
  expect((await read(cookie)).status).toBe(401)
})

test('a session ends 7 days after the last visit, and 30 days after sign-in (S-135 A28)', async () => {
  const { id, cookie, email } = await shop.join()
  const mine = { column: 'user_id', value: id } as const
  const set = (change: { expires_at?: Date; created_at?: Date }) =>
    shop.db.updateTable('session').set(change).where(mine.column, '=', mine.value).execute()
  const day = 24 * 3600_000
  await set({ expires_at: new Date(Date.now() + day) })
  const visit = await shop.get(`/api/user/${id}`, cookie)
  expect(visit.status).toBe(200)
  expect(setCookies(visit)[0], 'a visit lengthens it').toMatch(/__Host-kirana.*max-age=604800/i)
  const { expires_at } = await shop.db
    .selectFrom('session')
    .select('expires_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now() + 6.9 * day)
  await set({ expires_at: new Date(Date.now() - 1000) })
  expect((await shop.get(`/api/user/${id}`, cookie)).status).toBe(401)
  const again = await shop.enter(email)
  await set({ created_at: new Date(Date.now() - 30 * day - 1000) })
  expect((await shop.get(`/api/user/${id}`, again.cookie)).status).toBe(401)
  const left = await shop.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .where('expires_at', '>', new Date())
    .execute()
  expect(left).toEqual([])
})

test('another site cannot write: no form, no JSON, no missing Origin with a cookie (A17 H8)', async () => {
  const { cookie, id } = await shop.join()
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
    expect((await shop.send(path, change, { ...put, headers })).status).toBe(403)
  }
  const bare = await ask(shop.server, path, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(bare.status).toBe(403)
  const text = { ...put, headers: { 'content-type': 'text/plain' } }
  expect((await shop.send(path, change, text)).status).toBe(415)
  expect(JSON.parse((await shop.get(path, cookie)).text).name).toBe('Asha')
})

test('a GET changes nothing (A17)', async () => {
  const { cookie, id } = await shop.join()
  for (const path of ['signout', 'signin', 'signup', 'forgot', 'reset', 'uploadfiles']) {
    const answer = await shop.get(`/api/user/${path}?_method=delete`, cookie)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
  }
  expect((await shop.get(`/api/user/${id}`, cookie)).status).toBe(200)
})

test('personal answers are kept by nobody (A40 H12)', async () => {
  const { cookie, id } = await shop.join()
  for (const path of [`/api/user/${id}`, '/api/user/addresses', '/api/user/sessions', '/signin']) {
    expect((await shop.get(path, cookie)).headers['cache-control'], path).toBe('private, no-store')
  }
  // Until the page is published, it is rendered for each request.
  const keptBy = async () => (await shop.get('/', cookie)).headers['cache-control']
  await expect.poll(keptBy).toBe('public, max-age=0, must-revalidate')
  const published = await shop.get('/', cookie)
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
    const head = `POST ${path} HTTP/1.1\r\nHost: ${shop.server.host}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    expect(await talk(shop.server, head + body)).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test('forged hosts and forwarding headers change no byte of a mail (T22 T23 A19)', async () => {
  const { email } = await shop.join()
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    'x-client-ip': '203.0.113.9',
  }
  const foreign = await ask({ ...shop.server, host: 'evil.example' }, '/api/user/forgot', {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(foreign.status).toBe(421)
  const answer = await shop.send('/api/user/forgot', { email }, { headers: forged })
  expect(answer.status).toBe(200)
  const source = await shop.mailTo(email, /reset/)
  expect(source).toContain(`${ORIGIN}/reset#token=`)
  expect(source).not.toContain('evil.example')
})

test('a mail about an account has one recipient, and no header of a stranger (A06 T25)', async () => {
  const { email } = await shop.join()
  const source = await shop.mailTo(email, /verifyotp/)
  const [headers = ''] = source.split('\r\n\r\n')
  expect(headers.match(/^to:/gim)).toHaveLength(1)
  expect(headers).not.toMatch(/^(b?cc):/im)
  const name = 'Asha\r\nBcc: eve@example.com'
  const more = { email: 'crlf@example.com', phone: '9876543210', password: PASSWORD }
  expect((await shop.send('/api/user/signup', { ...more, name })).status).toBe(400)
})

test('no answer of accounts ever has a password or its hash (T03 A31)', async () => {
  const { cookie, id } = await shop.join()
  const answers = [
    await shop.get(`/api/user/${id}`, cookie),
    await shop.get('/api/user/sessions', cookie),
    await shop.get('/myaccount', cookie),
    await shop.send(
      `/api/user/${id}`,
      { name: 'Asha', phone: '9876543210' },
      { cookie, method: 'PUT' },
    ),
  ]
  for (const { text } of answers) expect(text).not.toMatch(/argon2id|mangoes in the monsoon/)
})
