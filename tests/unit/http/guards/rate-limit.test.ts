import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { RateLimit } from '#lib/server/http/guards/rate-limit.ts'
import { limitKey } from '#lib/server/http/guards/forwarded.ts'
import { limitOf } from '#lib/server/http/find-route.ts'
import { ROUTES } from '#lib/server/http/routes.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'

test('a limit is refused with 429, Retry-After and a text; others are not touched (H10 H10f)', async () => {
  await using server = await openServer(echo, { rateScale: 0.01 })
  for (let at = 0; at < 6; at++) expect((await ask(server, '/api/search?q=a')).status).toBe(200)
  const refused = await ask(server, '/api/search?q=a')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(refused.text).msg).toMatch(/^Too many requests/)
  expect((await ask(server, '/search?q=a')).status).toBe(429)
  expect((await ask(server, '/api/products')).status).toBe(200)
  expect((await ask(server, '/')).status).toBe(200)
})

test.each([
  ['/search', 'search', 600],
  ['/api/search', 'search', 600],
  ['/api/products', 'lists', 600],
  ['/api/products/atta', 'lists', 600],
  ['/category/atta', 'lists', 600],
  ['/api/newsletter', 'letters', 5],
  ['/product/atta', 'pages', 600],
  ['/nothing/there', 'pages', 600],
  ['/api/productreviews', 'calls', 1200],
  ['/api/place/411001', 'calls', 1200],
  ['/api/location', 'calls', 1200],
])('%s is limited as %s (H10f H10g)', (path, name, limit) => {
  expect(limitOf(path)).toMatchObject({ name, limit })
})

test('no call is without a limit, but the signed news of a provider (H10f H10g A12)', () => {
  const free = ROUTES.filter(({ limit }) => !limit).map(({ path }) => path)
  expect(free).toEqual(['/api/webhooks/[provider]'])
  expect(limitOf('/api/nothing/there')).toMatchObject({ name: 'calls' })
})

test('pages made on request are limited by address, those that lie in a file are not (H10f A12)', async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  await using server = await openServer(echo, { rateScale: 0.01, trustedProxies })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const own = ['/product/x?variant=1', '/?q=1', '/compare?ids=a', '/signin', '/no/such/page', '/x']
  for (const path of own) expect((await ask(server, path, from('192.0.2.1'))).status).toBe(200)
  const refused = await ask(server, '/compare?ids=b', from('192.0.2.1'))
  expect([refused.status, refused.headers['cache-control']]).toEqual([429, 'private, no-store'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refused.text).toContain('One moment, please')
  expect((await ask(server, '/', from('192.0.2.1'))).status, 'a file').toBe(200)
  expect((await ask(server, '/signin', from('192.0.2.2'))).status, 'another address').toBe(200)
})

test('who has many networks of IPv6 has ten times the limit of one in them all (H10h)', () => {
  const limits = new RateLimit(1, () => 0)
  const rule = { name: 'letters', limit: 5, windowMs: 3_600_000 }
  const send = (address: string, word = '') => limits.take(rule, word + limitKey(address)) === 0
  const times = (count: number, done: (at: number) => boolean) =>
    Array.from({ length: count }, (_, at) => done(at)).filter(Boolean).length
  expect(
    times(9, () => send('2001:db8:1::1')),
    'one network',
  ).toBe(5)
  expect(
    times(90, (at) => send(`2001:db8:1:${at + 1}::1`)),
    'the others',
  ).toBe(45)
  expect(
    times(90, (at) => send(`2001:db8:1:${at}::1`, 'carts ')),
    'their carts',
  ).toBe(50)
  expect(
    times(9, () => send('2001:db8:2::1')),
    'a network elsewhere',
  ).toBe(5)
  expect(
    times(90, (at) => send(`192.0.2.${at}`)),
    'IPv4',
  ).toBe(90)
})

test('tokens come back with time, and the memory for them is bounded (H10h)', () => {
  let now = 0
  const limits = new RateLimit(1, () => now)
  const rule = { name: 'letters', limit: 5, windowMs: 3_600_000 }
  for (let at = 0; at < 5; at++) expect(limits.take(rule, '1.2.3.4')).toBe(0)
  expect(limits.take(rule, '1.2.3.4')).toBe(720)
  expect(limits.take(rule, '1.2.3.5')).toBe(0)
  now = 720_000
  expect(limits.take(rule, '1.2.3.4')).toBe(0)
  for (let at = 0; at < 60_000; at++) limits.take(rule, `key ${at}`)
  expect(limits.size).toBeLessThanOrEqual(50_000)
})
