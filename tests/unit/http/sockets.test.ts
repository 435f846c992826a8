import { randomInt } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { breakOpenings, openSocket, OPENINGS, sayAndReset } from '#tests/support/broken-openings.ts'
import { ask, echo, openServer, type TestServer, untilClosed } from '#tests/support/http-front.ts'
import { ended, start } from '#tests/support/started-shop.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const LINE = 'DAL-1,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n'

/** Collects what would have ended the process. */
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

test('2,500 broken openings, others in each run, are refused or dropped, and the running shop goes on (F48 F50)', async () => {
  const { shop, output, origin } = await start({ RATE_SCALE: '1000' }, LINE)
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  await untilReady(origin)
  const { port, host } = new URL(origin)
  const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
  console.info(`FUZZ_SEED=${seed}`)
  await breakOpenings({ port: Number(port) }, host, { count: 2500, seed })
  // The original process still answers, from its files and from its database.
  expect([shop.exitCode, shop.signalCode]).toEqual([null, null])
  expect((await fetch(`${origin}/`)).status).toBe(200)
  expect(await (await fetch(`${origin}/api/products`)).text()).toContain('Toor dal')
  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready', lagMs: 0 })
  const faults = output.out.match(/.*"level":"(error|fatal)".*/g) ?? []
  // /readyz was asked until everything was published.
  expect(faults.filter((line) => !line.includes('"/readyz"'))).toEqual([])
  expect(output.err).toBe('')
  shop.kill('SIGTERM')
  expect(await ended(shop)).toBe(0)
})
