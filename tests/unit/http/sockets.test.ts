import { expect, onTestFinished, test } from 'vitest'
import { breakOpenings, openSocket, OPENINGS, sayAndReset } from '#tests/support/broken-openings.ts'
import { ask, echo, openServer, type TestServer, untilClosed } from '#tests/support/http-front.ts'

/** What would have ended the process. */
function watchFaults(): unknown[] {
  const faults: unknown[] = []
  const note = (error: unknown) => faults.push(error)
  process.prependListener('uncaughtException', note)
  process.prependListener('unhandledRejection', note)
  onTestFinished(() => {
    process.off('uncaughtException', note).off('unhandledRejection', note)
  })
  return faults
}

const openWide = () => openServer(echo, { limits: { socketsPerAddress: 2000 } })

const isAlive = async (server: TestServer) => (await ask(server, '/healthz')).status === 200

test('whoever asks for a tunnel is refused, and the shop goes on (H7)', async () => {
  const faults = watchFaults()
  await using server = await openWide()
  const socket = await openSocket(server)
  const tunnel = OPENINGS.find((text) => text.startsWith('CONNECT')) ?? ''
  socket.write(tunnel)
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 405 [^]*\r\nAllow: GET, HEAD/)
  await Promise.all(Array.from({ length: 50 }, () => sayAndReset(server, tunnel)))
  expect(await isAlive(server)).toBe(true)
  expect(faults).toEqual([])
})

test('a connection that is reset at any byte of a request ends nothing but itself (F48 F50)', async () => {
  const faults = watchFaults()
  await using server = await openWide()
  for (const text of OPENINGS) {
    const cuts = Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length))
    for (let at = 0; at < cuts.length; at += 50) {
      await Promise.all(cuts.slice(at, at + 50).map((cut) => sayAndReset(server, cut)))
    }
  }
  expect(await isAlive(server)).toBe(true)
  expect(faults).toEqual([])
})

test('broken openings are refused or dropped, and the shop goes on (F48 F50)', async () => {
  const faults = watchFaults()
  await using server = await openWide()
  await breakOpenings(server, 1000)
  expect(await isAlive(server)).toBe(true)
  expect(faults).toEqual([])
})
