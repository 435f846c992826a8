import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeStreamed } from '#lib/server/publish/files/streamed-file.ts'
import { ask, echo, openServer, PAGE, type TestServer } from '#tests/support/http-front.ts'

const READERS = 50
const MAX_MIB = 20
const TWIN_BYTES = 16 * 2 ** 20

test('a feed that is too large for memory is sent from its file, packed where its twin is there', async () => {
  await using server = await openServer(echo, { largeBytes: 1000 })
  const file = server.write('site/feed.xml', PAGE)
  // A twin of an earlier file.
  utimesSync(server.write('site/feed.xml.gz', 'earlier'), 1000, 1000)
  const plain = await ask(server, '/feed.xml', { headers: { 'accept-encoding': 'gzip' } })
  expect([plain.status, plain.text, plain.headers['content-encoding']]).toEqual([
    200,
    PAGE,
    undefined,
  ])
  await writeStreamed(file, Readable.from([Buffer.from(PAGE)]), undefined)
  const gzip = await ask(server, '/feed.xml', { headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(gzip.body).toString()).toBe(PAGE)
  expect(gzip.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding',
  })
  const headers = { 'if-none-match': String(gzip.headers.etag) }
  expect(await ask(server, '/feed.xml', { headers })).toMatchObject({ status: 304, text: '' })
  expect(await ask(server, '/feed.xml', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
  })
  expect(server.front.files.bytes).toBe(0)
  expect(server.lines.join('')).toContain(`"path":"/feed.xml","status":200,"bytes":${PAGE.length}`)
})

test('whoever goes away in the middle of a feed stops nothing', async () => {
  await using server = await openServer(echo, { largeBytes: 1000 })
  server.write('site/feed.xml', 'x'.repeat(2 ** 24))
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`GET /feed.xml HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  expect((await ask(server, '/feed.xml')).body).toHaveLength(2 ** 24)
})

/** Asks for the packed feed, and reads only its beginning. */
async function readSlowly({ port, host }: TestServer) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /feed.xml HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.pause()
  return { socket, head: String(head) }
}

setFlagsFromString('--expose-gc')

/** Memory outside the heap: what was read from a file or waits in a socket. Whatever was sent is garbage by now. */
function heldMib(): number {
  runInNewContext('gc()')
  return process.memoryUsage().arrayBuffers / 2 ** 20
}

/** Measures until the figure falls no more, as leftovers of earlier tests are collected meanwhile. */
async function settled(measure: () => number): Promise<number> {
  let least = Infinity
  for (let calm = 0; calm < 3; calm++) {
    const now = measure()
    if (now < least) calm = 0
    least = Math.min(least, now)
    await setImmediate()
  }
  return least
}

test('fifty slow readers of a feed cost 20 MB, and each is answered (F48)', async () => {
  await using server = await openServer(echo, { largeBytes: 1000, rateScale: 10 })
  const file = server.write('site/feed.xml', PAGE)
  writeFileSync(`${file}.gz`, randomFillSync(Buffer.alloc(TWIN_BYTES)))
  for (const name of [file, `${file}.gz`]) utimesSync(name, 1000, 1000)
  const before = await settled(heldMib)
  const readers = await Promise.all(Array.from({ length: READERS }, () => readSlowly(server)))
  using end = new DisposableStack()
  end.defer(() => readers.forEach(({ socket }) => socket.destroy()))
  const isPacked = ({ head }: { head: string }) => /200 OK[^]*content-encoding: gzip/i.test(head)
  expect(readers.filter(isPacked)).toHaveLength(READERS)
  // Once another request is served, each socket has taken all that it takes ahead.
  expect((await ask(server, '/feed.xml', { headers: { 'accept-encoding': '' } })).text).toBe(PAGE)
  await expect.poll(() => heldMib() - before).toBeLessThan(MAX_MIB)
})
