import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { LIMITS } from '#lib/server/http/server.ts'
import {
  ask,
  echo,
  openServer,
  talk,
  type TestServer,
  untilClosed,
} from '#tests/support/http-front.ts'

const open = async ({ port }: Pick<TestServer, 'port'>): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

test('the limits are those of the requirement (H5)', () => {
  expect(LIMITS).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    maxHeadersCount: 100,
    maxRequestsPerSocket: 1000,
    maxConnections: 2000,
    socketsPerAddress: 100,
    idleMs: 30_000,
    stopMs: 10_000,
  })
})

test('one address has so many connections, and gets them back (H5)', async () => {
  await using server = await openServer(echo, { limits: { socketsPerAddress: 3 } })
  const sockets = [await open(server), await open(server), await open(server)]
  const refused = await open(server)
  expect(await untilClosed(refused)).toBe('')
  sockets[0]?.destroy()
  await expect
    .poll(() =>
      ask(server, '/').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('the number of connections grows with RATE_SCALE (H5)', async () => {
  await using server = await openServer(echo, { limits: { socketsPerAddress: 2 }, rateScale: 2 })
  const sockets = [await open(server), await open(server), await open(server)]
  expect((await ask(server, '/')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a connection ends with its last request, and says so (H5)', async () => {
  await using server = await openServer(echo, { limits: { maxRequestsPerSocket: 2 } })
  const request = `GET /healthz HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`
  const text = await talk(server, request.repeat(2))
  const answers = text.split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(answers[0]).toContain('Connection: keep-alive')
  expect(answers[1]).toContain('Connection: close')
})

const SHORT = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }

test('connections that send nothing, or their headers by drops, are cut (F48)', async () => {
  await using server = await openServer(echo, { limits: SHORT })
  const silent = await open(server)
  const slow = await open(server)
  slow.write('GET / HTTP/1.1\r\nHost: localhost:4321\r\nX-A: ')
  const drip = setInterval(() => slow.write('a'), 20)
  const [nothing, answer] = await Promise.all([untilClosed(silent), untilClosed(slow)])
  clearInterval(drip)
  expect(nothing + answer).toMatch(/^HTTP\/1\.1 408 /)
  expect((await ask(server, '/')).status).toBe(200)
})

test('a body that does not come to an end is cut, whoever reads it (F48)', async () => {
  await using server = await openServer(echo, { limits: SHORT, bodyMs: 60_000 })
  const slow = await open(server)
  slow.write(
    `POST /api/newsletter HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
  )
  const drip = setInterval(() => slow.write('a'), 20)
  expect(await untilClosed(slow)).toMatch(/^HTTP\/1\.1 40[08] /)
  clearInterval(drip)
})

test('500 slow connections leave room for everybody else (F48)', async () => {
  await using server = await openServer(echo, { limits: { socketsPerAddress: 50 } })
  const sockets = await Promise.all(Array.from({ length: 500 }, () => open(server)))
  const closed = () => sockets.filter(({ closed }) => closed).length
  await expect.poll(closed).toBe(450)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() =>
      ask(server, '/').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})

test('an idle connection is closed (H5)', async () => {
  await using server = await openServer(echo, { limits: { keepAliveTimeout: 100, idleMs: 150 } })
  const text = await talk(server, `GET /healthz HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('whoever waits at the desk for another list is not cut off as idle (H5)', async () => {
  const { render, release, arrived } = heldApp()
  await using server = await openServer(render, { limits: { idleMs: 100 } })
  const undo = ask(server, '/api/desk/imports/12/undo', { method: 'POST', body: '' })
  await arrived
  await expect(ask(server, '/api/products')).rejects.toThrow('hang up')
  release()
  expect((await undo).status).toBe(200)
})

/** An app whose responses wait until they are released. */
function heldApp() {
  let release = () => {}
  let arrive = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const render: typeof echo = async (request, visit) => {
    arrive()
    await released
    return echo(request, visit)
  }
  return { render, release, arrived }
}

test('when it stops, what is under way is finished and nothing new is accepted (F49)', async () => {
  const { render, release, arrived } = heldApp()
  await using server = await openServer(render)
  const idle = await open(server)
  const answer = ask(server, '/api/products')
  await arrived
  const closed = untilClosed(idle)
  const stopped = server.stop()
  await expect(ask(server, '/healthz')).rejects.toThrow(/ECONNREFUSED/)
  release()
  const { status, headers } = await answer
  expect([status, headers.connection]).toEqual([200, 'close'])
  await stopped
  expect(await closed).toBe('')
})

test('a request that was on its way when it stopped is still answered (F49)', async () => {
  await using server = await openServer(echo)
  const socket = await open(server)
  socket.write(`GET / HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
  await once(socket, 'data')
  const stopped = server.stop()
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
  const text = await untilClosed(socket)
  expect(text).toMatch(/HTTP\/1\.1 200 OK\r\n[^]*Connection: close/)
  await stopped
})

test('whoever is not done in time is cut off (F49)', async () => {
  const { render, release, arrived } = heldApp()
  const server = await openServer(render, { limits: { stopMs: 300 } })
  const answer = ask(server, '/api/products').catch(() => 'cut off')
  await arrived
  await server.stop()
  expect(await answer).toBe('cut off')
  release()
})
