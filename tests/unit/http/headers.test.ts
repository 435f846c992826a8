import { BlockList } from 'node:net'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePolicy } from '#lib/server/http/guards/csp.ts'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import { clientAddress, limitKey } from '#lib/server/http/guards/forwarded.ts'
import { SHOW_LOCATION } from '#lib/browser/inline-scripts.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { knowOurScripts } from '#lib/server/publish/app/our-scripts.ts'
import {
  ask,
  echo,
  openServer,
  PAGE,
  type Reply,
  talk,
  type TestServer,
} from '#tests/support/http-front.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const HEADERS = {
  'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy':
    /^camera=\(\), microphone=\(\), geolocation=\(self\), usb=\(\), payment=\(self\)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'origin-agent-cluster': /^\?1$/,
}

function expectAllHeaders({ headers }: Pick<Reply, 'headers'>): void {
  for (const [name, pattern] of Object.entries(HEADERS)) expect(headers[name]).toMatch(pattern)
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
}

const JSON_TYPE = { 'content-type': 'application/json' }
const OWN_PAGE = '/category/atta?sort=price'

const ANSWERS: [number, (server: TestServer) => Promise<Reply>][] = [
  [200, (server) => ask(server, '/')],
  [200, (server) => ask(server, OWN_PAGE)],
  [200, (server) => ask(server, '/api/products')],
  [200, (server) => ask(server, '/uploads/0123456789abcdef-320.webp')],
  [200, (server) => ask(server, '/healthz')],
  [301, (server) => ask(server, '/Category/Atta/')],
  [304, (server) => ask(server, '/', { headers: { 'if-none-match': '*' } })],
  [400, (server) => ask(server, '/a//b')],
  [403, (server) => ask(server, '/api/newsletter', { method: 'POST', headers: { cookie: 'a=b' } })],
  [404, (server) => ask(server, '/404')],
  [404, (server) => ask(server, '/admin.html')],
  [405, (server) => ask(server, '/', { method: 'DELETE' })],
  [
    413,
    (server) =>
      ask(server, '/api/newsletter', {
        method: 'POST',
        headers: JSON_TYPE,
        body: 'x'.repeat(40_000),
      }),
  ],
  [414, (server) => ask(server, `/${'a'.repeat(3000)}`)],
  [415, (server) => ask(server, '/api/newsletter', { method: 'POST', body: 'x' })],
  [417, (server) => ask(server, '/', { headers: { expect: 'wonders' } })],
  [421, (server) => ask(server, '/', { headers: { host: 'evil.example' } })],
  [500, (server) => ask(server, '/boom')],
  [500, (server) => ask(server, '/api/boom')],
]

test.each(ANSWERS)('an answer of status %i has all the headers (A16)', async (status, request) => {
  await using server = await openServer(async (asked, visit) => {
    if (asked.url.endsWith('boom')) throw new Error('boom')
    return echo(asked, visit)
  })
  server.write('uploads/0123456789abcdef-320.webp', 'x')
  const reply = await request(server)
  expect(reply.status).toBe(status)
  expectAllHeaders(reply)
})

test('no search engine keeps what is private, nor the way to its sign-in', async () => {
  await using server = await openServer(async (asked, visit) =>
    asked.url.endsWith('/orders/again')
      ? new Response(null, { status: 303, headers: { location: '/signin' } })
      : echo(asked, visit),
  )
  server.write('site/cart.html', PAGE)
  const tags = async (path: string) => (await ask(server, path)).headers['x-robots-tag']
  const own = [
    '/cart',
    '/checkout/pay',
    '/mylist',
    '/orders',
    '/signin',
    '/track/x',
    '/newsletter/unsubscribe',
    '/desk/orders',
  ]
  for (const path of [...own, '/orders/again', '/compare?ids=a']) {
    expect(await tags(path), path).toBe('noindex')
  }
  for (const path of ['/', '/category/atta', '/no-such-page', OWN_PAGE]) {
    expect(await tags(path), path).toBe(undefined)
  }
})

test('a shop to try out tells search engines at every answer not to list it', async () => {
  await using server = await openServer(echo, { publicUrl: 'https://shop.example', isTrial: true })
  const paths = ['/', '/no-such-page', OWN_PAGE, '/uploads/0123456789abcdef-320.webp']
  server.write('uploads/0123456789abcdef-320.webp', 'a picture')
  for (const path of paths) {
    const { headers } = await ask(server, path, { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['x-robots-tag'], path).toBe('noindex')
  }
})

test('what is no HTTP gets an answer with all the headers (A16)', async () => {
  await using server = await openServer(echo)
  for (const text of ['nonsense\r\n\r\n', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n']) {
    const [, ...lines] = (await talk(server, text)).split('\r\n')
    const pairs = lines.map((line) => line.split(': '))
    expectAllHeaders({
      headers: Object.fromEntries(pairs.map(([name = '', value]) => [name.toLowerCase(), value])),
    })
  }
})

test('a page may run exactly its own inline scripts and styles (H1)', async () => {
  await using server = await openServer(echo)
  const policy = String((await ask(server, '/')).headers['content-security-policy'])
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toBe(
    `default-src 'none'; script-src 'self' ${hash('let a=1')}; style-src 'self' ${hash('p{color:red}')}; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect(policy).not.toMatch(/unsafe/)
})

test('a script that somebody got into a page is not let run, published or rendered (H1)', async () => {
  const html = `${PAGE}<script>steal()</script><script defer>let a=1;steal()</script>`
  const render: RenderVisit = async () =>
    new Response(html, { headers: { 'content-type': 'text/html' } })
  await using server = await openServer(render)
  server.write('site/about.html', html)
  for (const path of ['/about', OWN_PAGE]) {
    const policy = String((await ask(server, path)).headers['content-security-policy'])
    expect(policy.match(/script-src[^;]*/)?.[0].match(/sha256-/g)).toHaveLength(1)
  }
})

test('ours are the scripts of templates and islands, and the loader of our own modules (H1)', () => {
  const isOurs = knowOurScripts(newFolder())
  const load = (file: string) =>
    /<script>(.*)<\/script>/.exec(
      finishPage(`<body><script type="module" src="${file}"></script></body>`),
    )?.[1] ?? ''
  expect(isOurs(SHOW_LOCATION)).toBe(true)
  expect(isOurs(load('/static/js/a.B-_1.js'))).toBe(true)
  for (const text of ['steal()', `${SHOW_LOCATION};steal()`, load('/uploads/a.js'), '']) {
    expect(isOurs(text)).toBe(false)
  }
  expect(isOurs(load('https://evil.example/static/js/a.js'))).toBe(false)
  expect(isOurs(load('/static/js/a.js").then(steal);import("/static/js/b.js'))).toBe(false)
})

test('the loader of the last build is ours while pages still have it (H1)', () => {
  const dataDir = newFolder()
  const last = { current: ['load("MODULES")'], former: [] }
  writeFileSync(join(dataDir, 'inline-scripts.json'), JSON.stringify(last))
  const isOurs = knowOurScripts(dataDir)
  expect(isOurs('load(["/static/js/a.js","/static/js/b.js"])')).toBe(true)
  expect(isOurs('load(["https://evil.example/static/js/a.js"])')).toBe(false)
})

test('data blocks and scripts with a source need no hash (H1)', () => {
  const html = `<script type="application/ld+json">{"a":1}</script><script src="/a.js">ignored</script>`
  expect(pagePolicy(html, false, () => true)).toContain("script-src 'self';")
  expect(pagePolicy(html, true, () => true)).toMatch(/; upgrade-insecure-requests$/)
})

test('the policy of a rendered page is that of its finished HTML (H1)', async () => {
  const finishPage = (html: string) => html.replace('<p>', '<style>b{}</style><p>')
  await using server = await openServer(echo, { finishPage })
  const { text, headers } = await ask(server, OWN_PAGE)
  expect(text).toContain('<style>b{}</style>')
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
})

test('behind https every answer says so, and plain http is sent there (H3)', async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  await using server = await openServer(echo, { publicUrl: 'https://shop.example', trustedProxies })
  const { headers } = await ask(server, '/')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  const plain = { headers: { 'x-forwarded-proto': 'http' } }
  const page = await ask(server, '/?utm_source=a', plain)
  expect([page.status, page.headers.location]).toEqual([308, 'https://shop.example/?utm_source=a'])
  expect((await ask(server, '/api/products', plain)).status).toBe(403)
  const secure = { headers: { 'x-forwarded-proto': 'https' } }
  expect((await ask(server, '/', secure)).status).toBe(200)
})

test('without https there is no such header (H3)', async () => {
  await using server = await openServer(echo)
  const { headers } = await ask(server, '/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('screens with a popup or a secret have policies of their own (H4)', async () => {
  await using server = await openServer(echo)
  const signIn = await ask(server, '/signin')
  expect(signIn.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  const reset = await ask(server, '/reset')
  expect(reset.headers['referrer-policy']).toBe('no-referrer')
})

const FORGED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '1',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '6.6.6.6',
  'x-real-ip': '6.6.6.6',
  'x-client-ip': '6.6.6.6',
  forwarded: 'host=evil.example',
}

test.each(['/', OWN_PAGE, '/nope', '/boom', '/api/products', '/Category/Atta'])(
  'forged headers change no byte of %s (T23 A19)',
  async (path) => {
    await using server = await openServer(async (request, visit) => {
      if (request.url.endsWith('/boom')) throw new Error('boom')
      if (request.url.endsWith('/nope')) return new Response(null, { status: 404 })
      const headers = Object.fromEntries(request.headers)
      return echo(request, { ...visit, requestId: '', body: { headers } })
    })
    const honest = await ask(server, path)
    const forged = await ask(server, path, { headers: FORGED })
    const bytes = ({ status, text, headers }: Reply) => {
      const { date: _, 'x-request-id': id, etag: __, ...rest } = headers
      return { status, text: text.replaceAll(String(id), ''), ...rest }
    }
    expect(bytes(forged)).toEqual(bytes(honest))
  },
)

const proxies = new BlockList()
proxies.addSubnet('10.0.0.0', 8, 'ipv4')
proxies.addAddress('::1', 'ipv6')

test.each([
  ['9.9.9.9', '1.2.3.4', '9.9.9.9'],
  ['::ffff:9.9.9.9', undefined, '9.9.9.9'],
  ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, [2001:db8::7]:443', '2001:db8::7'],
  ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, unknown', undefined],
  ['10.0.0.1', undefined, undefined],
  [undefined, '1.2.3.4', undefined],
])('from %s forwarded for "%s" is %s (T21 H10h)', (remoteAddress, forwardedFor, address) => {
  expect(clientAddress({ remoteAddress, forwardedFor }, proxies)).toBe(address)
})

test('one customer of IPv6 has one key, however many addresses (H10h)', () => {
  expect(limitKey('2001:db8:1:2::1')).toBe(limitKey('2001:db8:1:2:ffff:0:0:9'))
  expect(limitKey('2001:db8::1')).toBe(limitKey('2001:db8:0:0:1::'))
  expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
  expect(limitKey('1.2.3.4')).toBe('1.2.3.4')
})

test('a forged X-Forwarded-For does not renew the limit (T21)', async () => {
  await using server = await openServer(echo)
  const send = (at: number) =>
    ask(server, '/api/newsletter', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-forwarded-for': `6.6.6.${at}` },
      body: '{}',
    })
  for (let at = 0; at < 5; at++) expect((await send(at)).status).toBe(200)
  expect((await send(5)).status).toBe(429)
})

test('behind a trusted proxy each client has a limit of its own (T21)', async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  await using server = await openServer(echo, { trustedProxies })
  const send = (address: string) =>
    ask(server, '/api/newsletter', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...(address && { 'x-forwarded-for': address }) },
      body: '{}',
    })
  for (let at = 0; at < 5; at++) await send('1.2.3.4')
  expect((await send('1.2.3.4')).status).toBe(429)
  expect((await send('1.2.3.5')).status).toBe(200)
  // Clients without an address do not share a limit.
  for (let at = 0; at < 6; at++) expect((await send('')).status).toBe(200)
})
