import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'

type Server = { port: number }

/** Requests of every kind that a server may meet, including kinds that it never accepts. */
function openingsTo(host: string): string[] {
  const ours = `Host: ${host}\r\n`
  const post = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\n${ours}Content-Type: ${type}\r\n`
  const json = post('/api/newsletter', 'application/json')
  return [
    `GET / HTTP/1.1\r\n${ours}Accept-Encoding: br\r\n\r\n`,
    `${json}Content-Length: 18\r\n\r\n{"email":"a@b.cd"}`,
    `${json}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    `${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3\r\n"b"}\r\n0\r\n\r\n`,
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
    `GET / HTTP/1.1\r\n${ours}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\n${ours}\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET /search?q=dal&sort=price HTTP/1.1\r\n${ours}Cookie: guest=${'a'.repeat(43)}\r\n\r\n`,
    `GET /feed.xml HTTP/1.1\r\n${ours}Range: bytes=0-9\r\nIf-None-Match: "a"\r\n\r\n`,
    `${post('/api/cart/add', 'application/x-www-form-urlencoded')}Content-Length: 11\r\n\r\nproductid=a`,
    `${post('/api/webhooks/razorpay', 'application/json')}X-Razorpay-Signature: a\r\nContent-Length: 2\r\n\r\n{}`,
    `${post('/api/user/uploadfiles', 'multipart/form-data; boundary=b')}Content-Length: 64\r\n\r\n--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--b--\r\n`,
  ]
}

/** The same requests, addressed to the default host. */
export const OPENINGS = openingsTo('localhost:4321')

/** Opens a raw connection to a server. */
export async function openSocket({ port }: Server): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes and closes the connection at once, so that the other side's next write meets a reset.
 */
export async function sayAndReset(
  server: Server,
  bytes: string | Uint8Array,
  isReset = randomInt(2) === 0,
): Promise<void> {
  const socket = await openSocket(server)
  const closed = once(socket, 'close')
  if (bytes.length > 0) await new Promise((resolve) => socket.write(bytes, resolve))
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
  await closed
}

const AT_ONCE = 200

/**
 * Opens `count` connections, each with a damaged request; the same seed gives the same requests.
 */
export async function breakOpenings(
  server: Server,
  host: string,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const all = fc.sample(fc.constantFrom(...openingsTo(host)).chain(brokenOf), {
    ...{ seed, numRuns: count },
  })
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(
      all.slice(done, done + AT_ONCE).map(({ bytes, isReset }) => {
        return sayAndReset(server, bytes, isReset)
      }),
    )
  }
}

/** Cuts a request off, changes some bytes, and may insert noise. */
function brokenOf(text: string) {
  const fault = fc.tuple(fc.nat(text.length - 1), fc.nat(255))
  const parts = {
    length: fc.nat(text.length),
    faults: fc.array(fault, { maxLength: 3 }),
    noise: fc.option(fc.uint8Array({ minLength: 1, maxLength: 200 }), { freq: 5 }),
    isReset: fc.boolean(),
  }
  return fc.record(parts).map(({ length, faults, noise, isReset }) => {
    const cut = Buffer.from(text).subarray(0, length)
    for (const [at, byte] of faults) if (at < length) cut[at] = byte
    return { bytes: noise ? Buffer.concat([cut, noise, cut]) : cut, isReset }
  })
}
