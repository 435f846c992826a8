import { connect } from 'node:net'
import { expect, test } from 'vitest'
import {
  ask,
  echo,
  openServer,
  talk,
  type TestServer,
  untilClosed,
} from '#tests/support/http-front.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const post = (server: TestServer, body: string | Buffer, headers: Record<string, string>) =>
  ask(server, '/api/newsletter', { method: 'POST', body, headers })

const jsonOf = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`

test('JSON and forms reach the app as fields', async () => {
  await using server = await openServer(echo)
  const json = await post(server, '{"email":"a@b.in","count":2}', JSON_TYPE)
  expect(JSON.parse(json.text).body).toEqual({ email: 'a@b.in', count: 2 })
  const form = await post(server, 'email=a%40b.in&name=Asha+Rao', FORM_TYPE)
  expect(JSON.parse(form.text).body).toEqual({ email: 'a@b.in', name: 'Asha Rao' })
})

test('JSON is taken up to 32 KiB (H6)', async () => {
  await using server = await openServer(echo)
  expect((await post(server, jsonOf(32 * 1024), JSON_TYPE)).status).toBe(200)
  const refused = await post(server, jsonOf(32 * 1024 + 1), JSON_TYPE)
  expect(refused.status).toBe(413)
  expect(refused.headers.connection).toBe('close')
  expect(JSON.parse(refused.text)).toEqual({ error: true, msg: 'The request is too large.' })
})

test('a form is taken up to 64 KiB (H6)', async () => {
  await using server = await openServer(echo)
  expect((await post(server, `a=${'x'.repeat(64 * 1024 - 2)}`, FORM_TYPE)).status).toBe(200)
  expect((await post(server, `a=${'x'.repeat(64 * 1024 - 1)}`, FORM_TYPE)).status).toBe(413)
})

test('a body without a length is counted while it comes in (H6)', async () => {
  await using server = await openServer(echo)
  const head = `POST /api/newsletter HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`
  expect(await talk(server, head + chunk.repeat(5))).toMatch(/^HTTP\/1\.1 413 /)
})

test('whoever announces too much is refused before sending it (H6)', async () => {
  await using server = await openServer(echo)
  const text = await talk(
    server,
    `POST /api/newsletter HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/json\r\nContent-Length: 40000\r\nExpect: 100-continue\r\n\r\n`,
  )
  expect(text).toMatch(/^HTTP\/1\.1 413 /)
})

test.each(['/api/newsletter', '/api/webhooks/razorpay'])(
  'whoever waits to be asked for the body of %s is asked, but not in HTTP/1.0 (H6)',
  async (path) => {
    await using server = await openServer(echo)
    const head = (version: string) =>
      `POST ${path} HTTP/${version}\r\nHost: ${server.host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n{}`
    expect(await talk(server, head('1.1'))).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 \d/)
    expect(await talk(server, head('1.0'))).toMatch(/^HTTP\/1\.1 (?!100)\d/)
  },
)

test('a GET takes no body (H6)', async () => {
  await using server = await openServer(echo)
  expect((await ask(server, '/', { body: 'x' })).status).toBe(413)
  expect((await ask(server, '/api/products', { body: 'x' })).status).toBe(413)
})

test.each([
  'text/plain',
  'text/plain; charset=utf-8',
  'application/xml',
  'application/json; charset=latin1',
  '',
])('a body of type "%s" is refused with 415 (H8 A17)', async (type) => {
  await using server = await openServer(echo)
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  expect((await post(server, '{}', headers)).status).toBe(415)
})

test.each([
  ['no object', '[1]'],
  ['broken JSON', '{"a":'],
  ['a __proto__ key', '{"a":{"__proto__":{"isadmin":true}}}'],
  ['a hidden __proto__ key', String.raw`{"\u005f_proto__":1}`],
  ['endless nesting', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('JSON with %s is refused with 400 (A42)', async (_, body) => {
  await using server = await openServer(echo)
  expect((await post(server, body, JSON_TYPE)).status).toBe(400)
})

test.each([
  ['a doubled field', 'a=1&a=2'],
  ['a bad escape', 'a=%zz'],
  ['broken UTF-8', 'a=%ff'],
  ['a __proto__ field', '__proto__=1'],
  ['too many fields', Array.from({ length: 201 }, (_, at) => `f${at}=1`).join('&')],
])('a form with %s is refused with 400 (A42)', async (_, body) => {
  await using server = await openServer(echo)
  expect((await post(server, body, FORM_TYPE)).status).toBe(400)
})

test('a form reaches PUT and DELETE by a hidden _method', async () => {
  await using server = await openServer(echo)
  const reply = await ask(server, '/api/cart/7', {
    method: 'POST',
    headers: FORM_TYPE,
    body: '_method=delete&quantity=2',
  })
  const { method, body } = JSON.parse(reply.text)
  expect({ method, body }).toEqual({ method: 'DELETE', body: { quantity: '2' } })
  const refused = await post(server, '_method=delete', FORM_TYPE)
  expect(refused.status).toBe(405)
})

test('a body that comes in drops is cut off (F48)', async () => {
  await using server = await openServer(echo, { bodyMs: 100 })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(
    `POST /api/newsletter HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  )
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /)
})

const OWN = 'http://localhost:4321'

test.each([
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: OWN }, 200],
  ['a screen that keeps its address', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
  ['our origin, from an old browser', { origin: OWN, cookie: 'a=b' }, 200],
  ['another loopback name', { origin: 'http://127.0.0.1:4321', cookie: 'a=b' }, 200],
  ['no browser and no cookie', {}, 200],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: OWN }, 403],
  ['the address bar', { 'sec-fetch-site': 'none' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['another port', { origin: 'http://localhost:4322' }, 403],
  ['our host by https', { origin: 'https://localhost:4321' }, 403],
  ['a hidden origin', { origin: 'null' }, 403],
  ['a forged site', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 403],
  ['a cookie and no origin', { cookie: 'a=b' }, 403],
])('a write from %s is answered as it deserves (H8 A17)', async (_, headers, status) => {
  await using server = await openServer(echo)
  const reply = await post(server, '{}', { ...JSON_TYPE, ...headers })
  expect(reply.status).toBe(status)
})

test('the signed webhook needs no origin (H8)', async () => {
  await using server = await openServer(echo)
  const headers = { ...JSON_TYPE, cookie: 'a=b' }
  const reply = await ask(server, '/api/webhooks/demo', { method: 'POST', headers, body: '{}' })
  expect(reply.status).toBe(200)
})
