import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get, post, put, remove } from '#lib/api-client.ts'

let server: Server
let origin = ''
const seen: { method?: string; url?: string; type?: string; key?: unknown; body: string }[] = []

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method, url, headers } = request
    const type = headers['content-type']
    seen.push({
      ...(method && { method }),
      ...(url && { url }),
      ...(type && { type }),
      key: headers['idempotency-key'],
      body,
    })
    if (url === '/never') return
    if (url === '/broken') return void response.end('<html>')
    response.statusCode = url === '/refused' ? 409 : url === '/busy' ? 503 : 200
    response.end(JSON.stringify(url === '/refused' ? { error: true, msg: 'No' } : { fine: 1 }))
  }
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  seen.length = 0
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

test('GET, POST, PUT and DELETE {path}/{id} give the body of the answer (S-152)', async () => {
  expect(await get(`${origin}/a`)).toEqual({ fine: 1 })
  expect(await post(`${origin}/b`, { x: 1 }, { idempotencyKey: 'once' })).toEqual({ fine: 1 })
  expect(await put(`${origin}/c/1`, { y: 2 })).toEqual({ fine: 1 })
  expect(await remove(`${origin}/d`, 'a/b')).toEqual({ fine: 1 })
  expect(seen).toEqual([
    { method: 'GET', url: '/a', body: '' },
    { method: 'POST', url: '/b', type: 'application/json', key: 'once', body: '{"x":1}' },
    { method: 'PUT', url: '/c/1', type: 'application/json', body: '{"y":2}' },
    { method: 'DELETE', url: '/d/a%2Fb', body: '' },
  ])
  expect(console.error).not.toHaveBeenCalled()
})

test('a refusal is an answer, which says why (S-152)', async () => {
  expect(await post(`${origin}/refused`, {})).toEqual({ error: true, msg: 'No' })
  expect(console.error).not.toHaveBeenCalled()
})

test('for who wants none, the answer of a server at fault is no answer (S-152)', async () => {
  expect(await get(`${origin}/busy`)).toEqual({ fine: 1 })
  expect(await get(`${origin}/busy`, { noFaults: true })).toBeNull()
  expect(await get(`${origin}/refused`, { noFaults: true })).toEqual({ error: true, msg: 'No' })
})

test('an answer that is no JSON, and none at all, are logged and null (S-152)', async () => {
  expect(await get(`${origin}/broken`)).toBeNull()
  expect(await get('http://127.0.0.1:9/')).toBeNull()
  expect(console.error).toHaveBeenCalledTimes(2)
})

test('an answer that does not come is given up after 30 seconds (S-203)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = get(`${origin}/never`)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(console.error).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await asked).toBeNull()
  expect(console.error).toHaveBeenCalledTimes(1)
})

test('what was given up by the caller is null, and no failure', async () => {
  const overtaken = new AbortController()
  const asked = get(`${origin}/never`, { signal: overtaken.signal })
  overtaken.abort()
  expect(await asked).toBeNull()
  expect(await get(`${origin}/a`, { signal: overtaken.signal })).toBeNull()
  expect(console.error).not.toHaveBeenCalled()
})
