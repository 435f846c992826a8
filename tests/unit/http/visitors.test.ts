import { expect, test } from 'vitest'
import { limitKey } from '#lib/server/http/guards/forwarded.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'

test('visitors of IPv4 are counted one by one, also by a socket of IPv6 (H10h)', () => {
  expect(limitKey('::ffff:1.2.3.4')).toBe('1.2.3.4')
  expect(limitKey('::ffff:1.2.3.4')).not.toBe(limitKey('::ffff:1.2.3.5'))
})

test('who is signed in has limits of their own behind a shared address (H10h)', async () => {
  const findRequester = async (cookie: string) => ({ id: cookie, isEditor: false })
  // A limit of one search a minute.
  await using server = await openServer(echo, { findRequester, rateScale: 1 / 600 })
  const search = async (cookie?: string) =>
    (await ask(server, '/api/search?q=dal', { headers: cookie ? { cookie } : {} })).status
  expect([await search(), await search()]).toEqual([200, 429])
  const asha = 'kirana.session_token=asha'
  expect([await search(asha), await search(asha)]).toEqual([200, 429])
  expect(await search('kirana.session_token=ravi')).toBe(200)
})

test('who has a cart has a limit of their own behind a shared address, and carts one together (G20)', async () => {
  const known = /guest=(\w+)/
  const findGuest = async (cookie: string) => {
    const id = known.exec(cookie)?.[1]
    return id === undefined || id === 'guessed' ? undefined : { id }
  }
  // A limit of one search a minute.
  await using server = await openServer(echo, { findGuest, rateScale: 1 / 600 })
  const search = async (guest?: string) => {
    const headers = guest === undefined ? {} : { cookie: `guest=${guest}` }
    return (await ask(server, '/api/search?q=dal', { headers })).status
  }
  expect([await search(), await search()], 'the address').toEqual([200, 429])
  expect([await search('asha'), await search('asha')]).toEqual([200, 429])
  expect(await search('guessed')).toBe(429)
  for (let at = 1; at <= 7; at++) expect(await search(`cart${at}`)).toBe(200)
  expect(await search('another'), 'more than ten, the guessed one too').toBe(429)
})

test('letters to others have one limit an address, whatever carts stand behind it (G20 H10g)', async () => {
  await using server = await openServer(echo, { findGuest: async (id) => ({ id }) })
  const send = async (guest: number) => {
    const headers = {
      ...{ origin: 'http://localhost:4321', 'content-type': 'application/json' },
      cookie: `guest=cart${guest}`,
    }
    const asked = { method: 'POST', headers, body: '{"email":"a@example.com"}' }
    return (await ask(server, '/api/newsletter', asked)).status
  }
  for (let at = 0; at < 5; at++) expect(await send(at)).toBe(200)
  expect(await send(6)).toBe(429)
})

test('a request from elsewhere is refused, and the log says from where (H8)', async () => {
  await using server = await openServer(echo)
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
  const { status } = await ask(server, '/api/cart/add', { method: 'POST', headers, body: '{}' })
  expect(status).toBe(403)
  const line = server.lines.find((text) => text.includes('from elsewhere')) ?? '{}'
  const about = { path: '/api/cart/add', origin: 'https://evil.example', address: '127.0.0.1' }
  expect(JSON.parse(line)).toMatchObject(about)
})
