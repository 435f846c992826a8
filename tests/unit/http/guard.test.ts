import { expect, test } from 'vitest'
import { ask, echo, openServer, talk } from '#tests/support/http-front.ts'

test.each([
  '//api/search',
  '/api//search',
  '/api/%2fsearch',
  '/api/%5csearch',
  '/api\\search',
  '/api/../admin',
  '/a/./b',
  '/a/..',
  '/%2e%2e/etc/passwd',
  '/a/%2e/b',
  '/a%00b',
  '/a%0d%0ab',
  '/a%zz',
  '/a%ff',
  '/api/%2573earch',
  '/a%3fb',
  '/a#b',
])('the path %s is refused before anything reads it (H7 T20)', async (path) => {
  await using server = await openServer(() => Promise.reject(new Error('the app was reached')))
  const { status } = await ask(server, path)
  expect(status).toBe(400)
})

test('an address in absolute form is refused (H7)', async () => {
  await using server = await openServer(echo)
  expect((await ask(server, 'http://evil.example/')).status).toBe(400)
})

test('a path is decoded once before it is routed (H7)', async () => {
  await using server = await openServer(echo)
  const { text } = await ask(server, '/api/%73earch?q=1')
  expect(JSON.parse(text).pathname).toBe('/api/search')
})

test('an address above 2 KiB is refused with 414 (H6)', async () => {
  await using server = await openServer(echo)
  expect((await ask(server, `/api/search?q=${'a'.repeat(2048 - 14)}`)).status).toBe(200)
  expect((await ask(server, `/api/search?q=${'a'.repeat(2048 - 13)}`)).status).toBe(414)
})

test('an address above the size of all headers is 414 too, large headers are 431 (H6)', async () => {
  await using server = await openServer(echo)
  const long = await talk(server, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1\.1 414 /)
  const large = await talk(server, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 /)
})

test('a foreign Host is refused with 421 and changes nothing (H7 T22)', async () => {
  await using server = await openServer(echo)
  const foreign = { headers: { host: 'evil.example' } }
  expect((await ask(server, '/', foreign)).status).toBe(421)
  expect((await ask(server, '/api/products', foreign)).status).toBe(421)
  const { text } = await ask(server, '/api/products')
  expect(JSON.parse(text).url).toBe('http://localhost:4321/api/products')
})

test('a published page in memory is not sent to a foreign Host either (H7)', async () => {
  await using server = await openServer(echo)
  expect((await ask(server, '/')).status).toBe(200)
  expect((await ask(server, '/', { headers: { host: 'evil.example' } })).status).toBe(421)
})

test.each(['localhost:4321', '127.0.0.1:4321', '[::1]:4321'])(
  'the loopback name %s stands for localhost at its port (H7)',
  async (host) => {
    await using server = await openServer(echo)
    expect((await ask(server, '/', { headers: { host } })).status).toBe(200)
    const elsewhere = host.replace('4321', '4322')
    expect((await ask(server, '/', { headers: { host: elsewhere } })).status).toBe(421)
  },
)

test('/healthz and /readyz take any Host (H7)', async () => {
  await using server = await openServer(echo)
  const headers = { host: '10.0.0.7' }
  expect((await ask(server, '/healthz', { headers })).status).toBe(200)
  expect((await ask(server, '/readyz', { headers })).status).toBe(200)
})

test('two Host headers are refused (H7)', async () => {
  await using server = await openServer(echo)
  const hosts = 'Host: localhost:4321\r\nHost: localhost:4321\r\n'
  const text = await talk(server, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1\.1 421 /)
})

test('a request without Host is refused (H7)', async () => {
  await using server = await openServer(echo)
  expect(await talk(server, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  )
})

test.each(['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
  '%s is refused with 405 (H7)',
  async (method) => {
    await using server = await openServer(echo)
    const page = await ask(server, '/', { method })
    expect(page.status).toBe(405)
    expect(page.headers.allow).toBe('GET, HEAD')
  },
)

test.each(['CONNECT evil.example:443', 'CONNECT /', 'BREW /coffee'])(
  '%s is refused with 405 and Allow (H7 A38)',
  async (start) => {
    await using server = await openServer(echo)
    const text = await talk(server, `${start} HTTP/1.1\r\nHost: localhost:4321\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 405 /)
    expect(text).toMatch(/\r\nAllow: GET, HEAD, POST, PUT, DELETE\r\n/)
  },
)

test.each([
  ['POST', '/', 'GET, HEAD'],
  ['PUT', '/product/atta', 'GET, HEAD'],
  ['DELETE', '/sitemap.xml', 'GET, HEAD'],
  ['POST', '/api/products', 'GET, HEAD'],
  ['GET', '/api/newsletter', 'POST'],
])('%s %s is refused, and Allow says what is possible (H7)', async (method, path, allow) => {
  await using server = await openServer(echo)
  const reply = await ask(server, path, { method })
  expect(reply.status).toBe(405)
  expect(reply.headers.allow).toBe(allow)
})

test('a compressed request is refused with 415 (H6)', async () => {
  await using server = await openServer(echo)
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const reply = await ask(server, '/api/newsletter', { method: 'POST', headers, body: '{}' })
  expect(reply.status).toBe(415)
})

const HEAD =
  'POST /api/newsletter HTTP/1.1\r\nHost: localhost:4321\r\nContent-Type: application/json\r\n'

test.each([
  ['two lengths', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['doubled lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: localhost:4321\n\n'],
  ['a bad chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: localhost:4321\r\nX: a\r\n b\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : localhost:4321\r\n\r\n'],
])('%s is refused with 400, and the connection ends (A20)', async (_, text) => {
  await using server = await openServer(echo)
  expect(await talk(server, text)).toMatch(/^HTTP\/1\.1 400 /)
})

test('what is no page, picture or script of the shop is not served from its folders (A38)', async () => {
  await using server = await openServer(async () => new Response(null, { status: 404 }))
  const files = [
    ...['site/.prints.json', 'site/index.html.br', 'site/page.html.1.tmp', 'client/app.js.map'],
    ...['uploads/originals/a.png', 'uploads/x.html', 'uploads/x.svg', 'client/.env', 'shop.db'],
  ]
  for (const file of files) server.write(file, 'secret')
  for (const file of files) {
    const path = `/${file.replace(/^(site|client)\//, '')}`
    expect([path, (await ask(server, path)).status]).toEqual([path, 404])
  }
})

test('a page in memory is no way round the checks (H6 H7)', async () => {
  await using server = await openServer(echo)
  expect((await ask(server, '/')).status).toBe(200)
  expect((await ask(server, '/', { body: 'x' })).status).toBe(413)
  expect((await ask(server, '/', { headers: { expect: 'wonders' } })).status).toBe(417)
  const hosts = `Host: ${server.host}\r\nHost: ${server.host}\r\n`
  const doubled = `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`
  expect(await talk(server, doubled)).toMatch(/^HTTP\/1\.1 421 /)
})
