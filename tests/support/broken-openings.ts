import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HOST = 'Host: localhost:4321\r\n'
const JSON_FORM = `POST /api/newsletter HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`

/** Requests of every kind that a server may meet, also such as it never takes. */
export const OPENINGS = [
  `GET / HTTP/1.1\r\n${HOST}Accept-Encoding: br\r\n\r\n`,
  `${JSON_FORM}Content-Length: 18\r\n\r\n{"email":"a@b.cd"}`,
  `${JSON_FORM}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  `${JSON_FORM}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3\r\n"b"}\r\n0\r\n\r\n`,
  'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

export async function openSocket({ port }: { port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Says something, and is gone: the other side's next write meets a reset. */
export async function sayAndReset(server: { port: number }, bytes: string | Buffer): Promise<void> {
  const socket = await openSocket(server)
  const closed = once(socket, 'close')
  if (bytes.length > 0) await new Promise((resolve) => socket.write(bytes, resolve))
  if (randomInt(2) === 0) socket.resetAndDestroy()
  else socket.destroy()
  await closed
}

/** Opens so many connections with what is nearly a request, cut off at random. */
export async function breakOpenings(server: { port: number }, count: number): Promise<void> {
  const some = 50
  for (let done = 0; done < count; done += some) {
    await Promise.all(Array.from({ length: some }, () => sayAndReset(server, broken())))
  }
}

/** A request with some bytes changed, doubled or left out. */
function broken(): Buffer {
  const bytes = Buffer.from(OPENINGS[randomInt(OPENINGS.length)] ?? '')
  const length = randomInt(bytes.length + 1)
  const cut = Buffer.from(bytes.subarray(0, length))
  for (let faults = randomInt(4); faults > 0 && cut.length > 0; faults--) {
    cut[randomInt(cut.length)] = randomInt(256)
  }
  return randomInt(5) === 0 ? Buffer.concat([cut, randomBytes(randomInt(1, 200)), cut]) : cut
}
