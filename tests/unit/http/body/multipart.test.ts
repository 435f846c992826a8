import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormStream } from '#lib/server/http/body/form-stream.ts'
import { parseMultipart } from '#lib/server/http/body/multipart.ts'
import { boundaryOf } from '#lib/server/http/body/part-head.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'

const TYPE = 'multipart/form-data; boundary=x'
const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const form = (...parts: string[]) => Buffer.from(`${parts.join('')}--x--\r\n`)
const FILE = '; filename="../../etc/passwd"\r\nContent-Type: image/png'

test('a form gives its fields and its file, whose name is not even read (A21)', async () => {
  const sent = form(part('a', 'one\r\ntwo'), part('images', '--', FILE))
  expect(await parseMultipart(sent, 'x')).toEqual({
    fields: { a: 'one\r\ntwo' },
    files: [{ field: 'images', type: 'image/png', bytes: Buffer.from('--') }],
  })
})

test('bytes of a file arrive as they were sent, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const text = Buffer.from(bytes).toString('latin1')
      fc.pre(!text.includes('\r\n--x'))
      const body = form(part('images', text, FILE)).toString('latin1')
      const parsed = await parseMultipart(
        Buffer.from(part('images', text, FILE) + '--x--', 'latin1'),
        'x',
      )
      expect(body.length).toBeGreaterThan(0)
      expect(parsed?.files[0]?.bytes).toEqual(Buffer.from(bytes))
    }),
  )
})

test('a form is the same wherever it was cut on its way', async () => {
  const sent = form(part('a', 'one\r\n--\r\ntwo'), part('images', '\r\n--y\r\n-', FILE))
  for (let at = 0; at <= sent.length; at++) {
    const chunks: Buffer[] = []
    const onFile = (bytes: Buffer) => void chunks.push(Buffer.from(bytes))
    const stream = new FormStream({ boundary: 'x', longestText: 100, onFile })
    expect(await stream.write(sent.subarray(0, at)), `cut at ${at}`).toBe(true)
    expect(await stream.write(sent.subarray(at))).toBe(true)
    expect(stream.end()?.fields).toEqual({ a: 'one\r\n--\r\ntwo' })
    expect(Buffer.concat(chunks).toString()).toBe('\r\n--y\r\n-')
  }
})

test.each<[string, Buffer]>([
  ['nine parts', form(...Array.from({ length: 9 }, (_, at) => part(`f${at}`, 'x')))],
  ['two files', form(part('a', 'x', FILE), part('b', 'x', FILE))],
  ['a field twice', form(part('a', '1'), part('a', '2'))],
  ['__proto__', form(part('__proto__', '1'))],
  ['no end', Buffer.from(part('a', '1'))],
  ['nothing', Buffer.alloc(0)],
  ['another boundary', Buffer.from(part('a', '1').replaceAll('--x', '--y'))],
  ['a part without a name', Buffer.from('--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--')],
  ['a part in another encoding', form(part('a', 'MQ==', '\r\nContent-Transfer-Encoding: base64'))],
  ['endless headers', form(part('a', '1', `\r\nX: ${'y'.repeat(2000)}`))],
  [
    'a text that is no UTF-8',
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
      Buffer.from([0xff]),
      Buffer.from('\r\n--x--'),
    ]),
  ],
])('a form with %s is refused (H6 A42)', async (_, bytes) => {
  expect(await parseMultipart(bytes, 'x')).toBeUndefined()
})

test('a boundary is one line of what RFC 2046 allows', () => {
  expect(boundaryOf('multipart/form-data; boundary=----WebKitFormBoundaryAbC1')).toBe(
    '----WebKitFormBoundaryAbC1',
  )
  expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe('a b')
  for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`]) {
    expect(boundaryOf(type)).toBeUndefined()
  }
})

const SESSION = { cookie: 'kirana.session_token=x', origin: 'http://localhost:4321' }

test('forms elsewhere are small, and have no room for a picture (H6)', async () => {
  await using server = await openServer(echo)
  const headers = { ...SESSION, 'content-type': TYPE }
  const small = await ask(server, '/api/contact', {
    method: 'POST',
    headers,
    body: form(part('a', '1')),
  })
  expect(JSON.parse(small.text).body).toEqual({ a: '1' })
  const body = form(part('a', 'x'.repeat(70_000)))
  expect((await ask(server, '/api/contact', { method: 'POST', headers, body })).status).toBe(413)
})

/** A server that tells who is signed in by the end of their cookie, and holds back its responses. */
async function openUploads(until: Promise<void> = Promise.resolve()) {
  let seen = 0
  const server = await openServer(
    async (_, visit) => {
      seen += 1
      await until
      return Response.json({ bytes: visit.files[0]?.bytes.length ?? 0 })
    },
    {
      findRequester: async (cookie) => {
        const id = /session_token=(known\d*)$/.exec(cookie)?.[1]
        return id === undefined ? undefined : { id, isEditor: false }
      },
    },
  )
  const send = (length: number, id = '') =>
    ask(server, '/api/user/uploadfiles', {
      method: 'POST',
      headers: {
        origin: SESSION.origin,
        'content-type': TYPE,
        ...(id && { cookie: `kirana.session_token=${id}` }),
      },
      body: form(part('images', 'x'.repeat(length), FILE)),
    })
  return { ...server, send, seen: () => seen }
}

test('a picture of 5 MiB is let in, more is not (H6 H11)', async () => {
  await using server = await openUploads()
  const most = await server.send(5 * 2 ** 20, 'known')
  expect(JSON.parse(most.text)).toEqual({ bytes: 5 * 2 ** 20 })
  expect((await server.send(6 * 2 ** 20, 'known')).status).toBe(413)
})

test('nobody’s picture is read before their session was found, whatever cookie they send (H11 F44)', async () => {
  await using server = await openUploads()
  for (const id of ['', 'forged', 'ended']) {
    expect(JSON.parse((await server.send(1000, id)).text), id).toEqual({ bytes: 0 })
  }
})

test('60 MiB of pictures are held at once, two of a shopper, and the rest told to wait (F44 H11)', async () => {
  const gate = Promise.withResolvers<void>()
  await using server = await openUploads(gate.promise)
  // With the rest of the form, a little less than a twelfth of the room.
  const large = 5 * 2 ** 20 - 1024
  const held: ReturnType<typeof server.send>[] = []
  const hold = async (length: number, id: string) => {
    held.push(server.send(length, id))
    await expect.poll(() => server.seen(), { timeout: 20_000 }).toBe(held.length)
  }
  await hold(large, 'known')
  await hold(large, 'known')
  const third = await server.send(1000, 'known')
  expect([third.status, third.headers['retry-after']]).toEqual([429, '5'])
  for (let at = 0; at < 10; at++) await hold(large, `known${at}`)
  const told = await server.send(large, 'known10')
  expect([told.status, told.headers['retry-after']]).toEqual([429, '5'])
  // A small picture still fits beside them.
  await hold(1000, 'known11')
  gate.resolve()
  for (const { status } of await Promise.all(held)) expect(status).toBe(200)
  expect((await server.send(large, 'known')).status, 'and there is room again').toBe(200)
})
