import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpsShop, ORIGIN, PASSWORD } from '#tests/support/https-shop.ts'
import { ask } from '#tests/support/http-front.ts'

let shop: Awaited<ReturnType<typeof openHttpsShop>>

beforeAll(async () => {
  shop = await openHttpsShop(4399)
})

afterAll(() => shop.close())

test('the log says who did what, and has no mail, password, code, cookie or token (A39 A43 A44)', async () => {
  const { email, cookie, id } = await shop.join()
  const { email: other } = await shop.join()
  const code = /\b(\d{6})\b/.exec(await shop.mailTo(other, /\b\d{6}\b/))?.[1] ?? ''
  expect(code).not.toBe('')
  for (const otp of ['000000', code])
    await shop.send('/api/user/verifyemail', { email: other, otp })
  await shop.send('/api/user/signin', { email, password: 'a wrong guess' })
  await shop.send('/api/user/forgot', { email: `${email}` })
  await shop.send(`/api/user/nobody`, { name: 'E', phone: '9876543210' }, { cookie, method: 'PUT' })
  const link = await shop.mailTo(email, /reset/)
  const token = /token=(?:3D)?([\w-]{20,})/.exec(link.replaceAll('=\r\n', ''))?.[1] ?? ''
  expect(token).not.toBe('')
  await shop.send('/api/user/reset', { token, password: 'jackfruit by the river' })
  await shop.send('/api/user/signout', {}, { cookie })
  // Times may hold the six digits of a code by chance.
  const withoutTimes = (name: string, value: unknown) =>
    name === 'ms' || name === 'time' ? undefined : value
  const text = shop.lines.map((line) => JSON.stringify(JSON.parse(line), withoutTimes)).join('')
  const session = cookie.split('=')[1]?.split('.')[0] ?? 'x'
  for (const secret of [
    email,
    other,
    PASSWORD,
    code,
    'a wrong guess',
    'jackfruit',
    token,
    session,
  ]) {
    expect(text, secret).not.toContain(secret)
  }
  const notes = shop.lines.map((line) => JSON.parse(line))
  // Only refusals say where the request came from, so that one machine's search for other people's data shows.
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
  const { cookie, id } = await shop.join()
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
    const from = shop.lines.length
    const headers = { origin: ORIGIN, cookie, ...(body && { 'content-type': 'application/json' }) }
    const more = body && { body: JSON.stringify(body) }
    const { status } = await ask(shop.server, path, { method, headers, ...more })
    if (!isNoted(from, id)) unseen.push([method, path, status])
  }
  for (const [method, path, body] of foreign) {
    if (method === 'GET' || path.startsWith('/api/desk')) continue
    const from = shop.lines.length
    const headers = { origin: ORIGIN, cookie, ...form }
    const fields = new URLSearchParams({ ...(method !== 'POST' && { _method: method }), ...body })
    const sent = { method: 'POST', headers, body: String(fields) }
    const { status } = await ask(shop.server, path, sent)
    if (!isNoted(from, id)) unseen.push([`form ${method}`, path, status])
  }
  for (const path of ['/checkout/pay?attempt=a', '/track/K7M2Q']) {
    const from = shop.lines.length
    const { status } = await ask(shop.server, path, {})
    if (!isNoted(from, undefined)) unseen.push(['a visitor', path, status])
  }
  expect(unseen).toEqual([])
})

/** Whether the log, from this line on, names the request, who made it and from where. */
const isNoted = (from: number, user: string | undefined): boolean =>
  shop.lines
    .slice(from)
    .map((line) => JSON.parse(line))
    .some(
      (note) => /not theirs/.test(note.msg) && note.user === user && note.address === '127.0.0.1',
    )
