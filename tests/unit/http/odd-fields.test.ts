import { expect, test } from 'vitest'
import { hasDoubledKey } from '#lib/server/http/body/json-keys.ts'
import { ask, echo, openServer, type TestServer } from '#tests/support/http-front.ts'

const post = (server: TestServer, body: string) =>
  ask(server, '/api/user/x', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body,
  })

test.each(['{"_method":{}}', '{"_method":["PUT"]}', '{"_method":{"toString":1}}', '{"_method":7}'])(
  'a method that is no text is refused: %s (A07)',
  async (body) => {
    await using server = await openServer(echo)
    const { status, text } = await post(server, body)
    expect([status, JSON.parse(text)]).toEqual([400, { error: true, msg: expect.any(String) }])
  },
)

test.each(['toString', 'valueOf', 'constructor', 'hasOwnProperty', '__proto__'])(
  'no field stands in the place of what every object has: %s (A07 A42)',
  async (name) => {
    await using server = await openServer(echo)
    expect((await post(server, `{"review":{"${name}":null}}`)).status).toBe(400)
    expect((await post(server, `{"review":[[{"${name}":1}]]}`)).status).toBe(400)
  },
)

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"a":{"b":[{"c":1,"c":2}]}}', true],
  ['{"a":{"b":1},"c":{"b":2}}', false],
  ['[{"a":1},{"a":2}]', false],
  ['{"a":"x\\"{\\"a\\":1","b":":{"}', false],
  ['{"a":"a","b":["a","b"]}', false],
])('a key twice in one object of %s: %s (A42)', (json, isDoubled) => {
  expect(hasDoubledKey(json)).toBe(isDoubled)
})

test('what says something twice is refused: a body, a query, but not the brands of a list (A42)', async () => {
  await using server = await openServer(echo)
  expect((await post(server, '{"name":"a","name":"b"}')).status).toBe(400)
  for (const path of ['/api/products?page=1&page=2', '/signin?next=/a&next=/b']) {
    expect((await ask(server, path)).status, path).toBe(400)
  }
  expect((await ask(server, '/api/products?brand=A&brand=B')).status).toBe(200)
})

test('an unknown page stands in the log under its own address', async () => {
  await using server = await openServer(async () => new Response('', { status: 404 }))
  expect((await ask(server, '/no-such-page')).status).toBe(404)
  const line = server.lines.find((text) => text.includes('"status":404')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ path: '/no-such-page', status: 404 })
})
