import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import type { ServerOptions } from '#lib/server/http/server.ts'
import { ask, echo, openServer, untilClosed } from '#tests/support/http-front.ts'

const PATH = '/api/desk/uploads'
const EDITOR = { cookie: 'shop.session_token=editor', 'sec-fetch-site': 'same-origin' }
const SHOPPER = { ...EDITOR, cookie: 'shop.session_token=shopper' }

/** A server that knows its editor by a cookie, and the folder that receives files. */
async function openInbox(
  bodyMs?: number,
  limits: Partial<ServerOptions['limits']> = {},
  render: RenderVisit = echo,
) {
  const dir = join(mkdtempSync(join(tmpdir(), 'desk-')), 'inbox')
  const findRequester = async (cookie: string) => ({
    id: cookie,
    isEditor: cookie.startsWith(EDITOR.cookie),
  })
  const given = bodyMs === undefined ? {} : { bodyMs }
  const server = await openServer(render, {
    importDir: dir,
    findRequester,
    limits,
    ...given,
  })
  const files = () => {
    try {
      return readdirSync(dir)
    } catch {
      return []
    }
  }
  return {
    ...server,
    files,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const B = 'XyZ'
const form = (...parts: [head: string, body: string | Buffer][]) =>
  Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`--${B}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${B}--\r\n`),
  ])
const type = { 'content-type': `multipart/form-data; boundary=${B}` }
const FILE = 'name="file"; filename="../prices.csv"'
type Seen = { received?: ReceivedFile[]; body?: Record<string, string> }

test('an editor’s file of many megabytes is streamed to disk as it is (H6)', async () => {
  const kept: Buffer[] = []
  await using inbox = await openInbox(undefined, {}, (request, visit) => {
    kept.push(...(visit.received ?? []).map(({ path }) => readFileSync(path)))
    return echo(request, visit)
  })
  // Dashes, line ends and near-boundaries fall on every edge of a chunk.
  const bytes = Buffer.from(`\r\n--X\r\n--XyA ₹;${'\r\n-'.repeat(7)}`.repeat(150_000))
  const body = form(['name="withdraws"', 'yes'], [FILE, bytes])
  const { status, text } = await ask(inbox, PATH, {
    method: 'POST',
    headers: { ...EDITOR, ...type },
    body,
  })
  expect(status).toBe(200)
  const seen: Seen = JSON.parse(text)
  expect(seen.body).toEqual({ withdraws: 'yes' })
  expect(seen.received).toMatchObject([{ name: '../prices.csv', bytes: bytes.length }])
  expect(kept.map((one) => one.equals(bytes))).toEqual([true])
})

test('a form with pictures has many texts, and fields for files in which there is none (H6)', async () => {
  await using inbox = await openInbox()
  const texts = Array.from({ length: 150 }, (_, n) => [`name="pack.${n}"`, '1'] as [string, string])
  const body = form(
    ...texts,
    ['name="photo"; filename=""', ''],
    ['name="picture"; filename="a.jpg"', 'one'],
    ['name="picture"; filename="b.jpg"', 'two'],
  )
  const asked = { method: 'POST', headers: { ...EDITOR, ...type }, body }
  const { status, text } = await ask(inbox, '/api/desk/products/dal', asked)
  expect(status).toBe(200)
  const seen: Seen = JSON.parse(text)
  expect(Object.keys(seen.body ?? {})).toHaveLength(150)
  expect(seen.received).toMatchObject([
    { field: 'picture', name: 'a.jpg', bytes: 3 },
    { field: 'picture', name: 'b.jpg', bytes: 3 },
  ])
  const shoppers = await ask(inbox, '/api/desk/products/dal', {
    ...asked,
    headers: { ...SHOPPER, ...type },
  })
  expect(shoppers.status).toBe(400)
})

const CATEGORIES = '/api/desk/content/categories'
/** The parts that the form sends for so many categories with so many sub-categories each. */
const categoryParts = (tops: number, subs: number) =>
  Array.from({ length: tops }, (_, top): [string, string][] => [
    [`name="c${top}.picture"; filename=""`, ''],
    [`name="c${top}.subs"`, ''],
    ...Array.from({ length: subs + 1 }, (_, at): [string, string][] => [
      [`name="c${top}-${at}.name"`, `Category ${top} ${at}`],
      [`name="c${top}-${at}.order"`, String(at + 1)],
    ]).flat(),
  ]).flat()

test('the form of a shop with thousands of categories is taken, most of them without a new picture (H6)', async () => {
  await using inbox = await openInbox()
  const parts = categoryParts(150, 20)
  const body = form(...parts, ['name="c7.picture"; filename="a.jpg"', 'one'])
  const asked = { method: 'POST', headers: { ...EDITOR, ...type }, body }
  const { status, text } = await ask(inbox, CATEGORIES, asked)
  expect(status).toBe(200)
  const seen: Seen = JSON.parse(text)
  expect(Object.keys(seen.body ?? {})).toHaveLength(parts.length - 150)
  expect(seen.received).toMatchObject([{ field: 'c7.picture', bytes: 3 }])
})

test.each([
  ['more fields', categoryParts(5001, 1), 'more than 20,000 fields'],
  [
    'more pictures',
    Array.from({ length: 101 }, (_, at) => [`name="p${at}"; filename="a.jpg"`, 'x'] as const),
    'more than 100 pictures',
  ],
  ['a longer text', [['name="body"', 'x'.repeat(400 * 1024 + 1)]] as const, 'more than 400 KB'],
  [
    'more text in all',
    Array.from({ length: 130 }, (_, at) => [`name="t${at}"`, 'x'.repeat(64 * 1024)] as const),
    'more than 8 MB of text',
  ],
])(
  'a form of %s than the desk needs is refused by that, and nothing of it is kept (H6)',
  async (_, parts, said) => {
    await using inbox = await openInbox()
    const body = form(...parts.map(([head, text]): [string, string] => [head, text]))
    const asked = { method: 'POST', headers: { ...EDITOR, ...type }, body }
    const { status, text } = await ask(inbox, CATEGORIES, asked)
    expect([status, text]).toEqual([413, expect.stringContaining(said)])
    expect(inbox.files()).toEqual([])
  },
)

test.each([
  ['no endpoint takes', PATH, [], 200],
  ['come with the wrong method', PATH, [['name="_method"', 'DELETE']], 404],
  ['come to an address that names something twice', `${PATH}?a=1&a=2`, [], 400],
  ['come with a text that no database keeps', PATH, [['name="withdraws"', '\0']], 400],
] satisfies [string, string, [string, string][], number][])(
  'files that %s are gone from the disk after the answer (H6)',
  async (_, path, texts, expected) => {
    await using inbox = await openInbox()
    const body = form(...texts, [FILE, 'sku,name\n'])
    const asked = { method: 'POST', headers: { ...EDITOR, ...type }, body }
    expect((await ask(inbox, path, asked)).status).toBe(expected)
    expect(inbox.files()).toEqual([])
  },
)

test('a file whose name no database keeps is refused (A07)', async () => {
  await using inbox = await openInbox()
  const body = form([FILE.replace('prices', '\0'), 'sku,name\n'])
  const asked = { method: 'POST', headers: { ...EDITOR, ...type }, body }
  expect((await ask(inbox, PATH, asked)).status).toBe(400)
  expect(inbox.files()).toEqual([])
})

test('to anybody else the address takes no more than an unknown one (S-001 H6)', async () => {
  await using inbox = await openInbox()
  const body = form([FILE, 'x'.repeat(100_000)])
  for (const headers of [SHOPPER, { 'sec-fetch-site': 'same-origin' }]) {
    const asked = { method: 'POST', headers: { ...headers, ...type }, body }
    const here = await ask(inbox, PATH, asked)
    const elsewhere = await ask(inbox, '/api/no/such', asked)
    expect([here.status, here.text]).toEqual([elsewhere.status, elsewhere.text])
    expect(here.status).toBe(413)
  }
  expect(inbox.files()).toEqual([])
})

test('a form of another site brings nothing, even with the editor’s cookie (H8)', async () => {
  await using inbox = await openInbox()
  const headers = { ...EDITOR, ...type, 'sec-fetch-site': 'cross-site' }
  const { status } = await ask(inbox, PATH, { method: 'POST', headers, body: form([FILE, 'a']) })
  expect(status).toBe(403)
  expect(inbox.files()).toEqual([])
})

test.each([
  ['two files', form([FILE, 'a'], [FILE, 'b'])],
  ['no file', form(['name="withdraws"', 'yes'])],
  ['a field twice', form(['name="a"', '1'], ['name="a"', '2'], [FILE, 'b'])],
  [
    'nine parts',
    form(...Array.from({ length: 9 }, (_, n) => [`name="f${n}"`, ''] as [string, string])),
  ],
  ['a long text', form(['name="a"', 'x'.repeat(2000)], [FILE, 'b'])],
  ['no name', form(['filename="a.csv"', 'b'])],
  ['no end', form([FILE, 'b']).subarray(0, -8)],
  ['another boundary', Buffer.from('--other\r\n\r\n--other--')],
])('a form with %s is refused and leaves nothing on disk (H6)', async (_, body) => {
  await using inbox = await openInbox()
  const headers = { ...EDITOR, ...type }
  const { status } = await ask(inbox, PATH, { method: 'POST', headers, body })
  expect(status).toBe(400)
  expect(inbox.files()).toEqual([])
})

test('a file above 64 MiB is refused by what it announces, and by what it sends (H6)', async () => {
  await using inbox = await openInbox()
  const head = [
    'POST /api/desk/uploads HTTP/1.1',
    `Host: ${inbox.host}`,
    `Cookie: ${EDITOR.cookie}`,
  ]
  head.push('Sec-Fetch-Site: same-origin', `Content-Type: ${type['content-type']}`)
  const announced = connect(inbox.port, '127.0.0.1')
  announced.write([...head, `Content-Length: ${70 * 2 ** 20}`, '', ''].join('\r\n'))
  expect(await untilClosed(announced)).toContain('HTTP/1.1 413')

  const chunked = connect(inbox.port, '127.0.0.1')
  chunked.write([...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n'))
  const start = `--${B}\r\nContent-Disposition: form-data; ${FILE}\r\n\r\n`
  chunked.write(`${start.length.toString(16)}\r\n${start}\r\n`)
  const megabyte = `100000\r\n${'x'.repeat(2 ** 20)}\r\n`
  const answer = untilClosed(chunked)
  for (let n = 0; n < 66 && chunked.writable; n++) {
    await new Promise((resolve) => chunked.write(megabyte, resolve))
  }
  expect(await answer).toContain('HTTP/1.1 413')
  expect(inbox.files()).toEqual([])
})

test('a file that breaks off or drips leaves nothing on disk (F48)', async () => {
  await using inbox = await openInbox(300)
  const head = `POST ${PATH} HTTP/1.1\r\nHost: ${inbox.host}\r\nCookie: ${EDITOR.cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type['content-type']}\r\nContent-Length: 9000\r\n\r\n--${B}\r\nContent-Disposition: form-data; ${FILE}\r\n\r\nsku,name,category,price`
  const slow = connect(inbox.port, '127.0.0.1')
  slow.write(head)
  expect(await untilClosed(slow)).toContain('HTTP/1.1 408')
  expect(inbox.files()).toEqual([])

  const broken = connect(inbox.port, '127.0.0.1')
  broken.write(head)
  await expect.poll(() => inbox.files().length).toBe(1)
  broken.destroy()
  await expect.poll(() => inbox.files()).toEqual([])
})

test('six editors whose lists drip keep nobody from bringing one (F48)', async () => {
  await using inbox = await openInbox()
  const names = Array.from({ length: 12 }, (_, at) => `${EDITOR.cookie}${Math.floor(at / 2)}`)
  const start = `--${B}\r\nContent-Disposition: form-data; ${FILE}\r\n\r\nsku,name`
  const sockets = names.map((cookie) => {
    const socket = connect(inbox.port, '127.0.0.1')
    const head = `POST ${PATH} HTTP/1.1\r\nHost: ${inbox.host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type['content-type']}\r\nContent-Length: 9000`
    socket.write(`${head}\r\n\r\n${start}`)
    return socket
  })
  await expect.poll(() => inbox.files().length).toBe(12)
  const headers = { ...EDITOR, ...type }
  const body = form([FILE, 'sku,name\n'])
  expect((await ask(inbox, PATH, { method: 'POST', headers, body })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('what has come in of a file gives time for the rest (H5 F48)', async () => {
  await using inbox = await openInbox(200)
  const body = form([FILE, 'sku,name\n'.repeat(100_000)])
  const socket = connect(inbox.port, '127.0.0.1')
  const answer = untilClosed(socket)
  const startedAt = performance.now()
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: ${inbox.host}\r\nConnection: close\r\nCookie: ${EDITOR.cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, -10))
  await expect.poll(() => performance.now() - startedAt, { timeout: 5000 }).toBeGreaterThan(500)
  socket.write(body.subarray(-10))
  expect(await answer).toContain('HTTP/1.1 200')
})

test('a file may take longer than other requests (H5)', async () => {
  const limits = { requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 50 }
  await using inbox = await openInbox(20_000, limits)
  const body = form([FILE, 'sku,name\n'])
  const head = (cookie: string) =>
    `POST ${PATH} HTTP/1.1\r\nHost: ${inbox.host}\r\nConnection: close\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
  const send = async (cookie: string) => {
    const socket = connect(inbox.port, '127.0.0.1')
    const answer = untilClosed(socket)
    socket.write(head(cookie))
    const startedAt = performance.now()
    // Wait longer than any other request may take.
    await expect.poll(() => performance.now() - startedAt, { timeout: 5000 }).toBeGreaterThan(900)
    if (socket.writable) socket.write(body)
    return answer
  }
  const [file, other] = await Promise.all([send(EDITOR.cookie), send(SHOPPER.cookie)])
  expect(file).toContain('HTTP/1.1 200')
  expect(other).toContain('HTTP/1.1 408')
})
