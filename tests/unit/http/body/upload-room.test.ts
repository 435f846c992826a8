import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { UploadRoom } from '#lib/server/http/body/upload-room.ts'
import { ask, echo, openServer, type TestServer } from '#tests/support/http-front.ts'

const PATH = '/api/user/uploadfiles'
const TYPE = 'multipart/form-data; boundary=b'
const FORM = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'

const cookieOf = (who: string) => `kirana.session_token=${who}`

/** Begins to send a picture, but sends only a few bytes of it. */
async function drip({ port, host }: TestServer, who: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `POST ${PATH} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookieOf(who)}\r\n`
  socket.write(`${head}Content-Type: ${TYPE}\r\nContent-Length: 5000000\r\n\r\n--b`)
  return socket
}

test('accounts that send by drops keep nobody from sending a picture (F44 H11)', async () => {
  const findRequester = async (cookie: string) => ({ id: cookie, isEditor: false })
  await using server = await openServer(echo, { findRequester })
  const names = Array.from({ length: 24 }, (_, at) => `stranger-${Math.floor(at / 2)}`)
  const sockets = await Promise.all(names.map((who) => drip(server, who)))
  const headers = {
    cookie: cookieOf('asha'),
    'content-type': TYPE,
    'sec-fetch-site': 'same-origin',
  }
  const { status } = await ask(server, PATH, { method: 'POST', headers, body: FORM })
  expect(status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('what is in memory has an end, and is given back (F44)', async () => {
  const room = new UploadRoom()
  const tenth = 6 * 2 ** 20
  const taken = await room.hold(
    'a',
    async ({ take }) => Array.from({ length: 11 }, () => take(tenth)),
    () => [],
  )
  expect(taken).toEqual([...Array.from({ length: 10 }, () => true), false])
  expect(
    await room.hold(
      'b',
      async ({ take }) => take(tenth),
      () => false,
    ),
  ).toBe(true)
})

test('six accounts that send all but the last byte give way to who comes next (F44 H11)', async () => {
  const room = new UploadRoom({ graceMs: 0 })
  const most = 5 * 2 ** 20
  const stalled: Promise<string>[] = []
  const stall = (userId: string) =>
    room.hold(
      userId,
      ({ take, signal }) =>
        new Promise<string>((resolve) => {
          if (!take(most)) resolve('refused')
          signal.addEventListener('abort', () => resolve(`${userId} gave way`))
        }),
      () => 'one too many',
    )
  for (let at = 0; at < 12; at++) stalled.push(stall(`stranger-${Math.floor(at / 2)}`))
  const asha = await room.hold(
    'asha',
    async ({ take, arrived }) => {
      const isTaken = take(most)
      arrived()
      // A picture that is being worked on is never evicted.
      stalled.push(stall('late'))
      return isTaken
    },
    () => false,
  )
  expect(asha).toBe(true)
  expect(await Promise.race(stalled)).toBe('stranger-0 gave way')
})
