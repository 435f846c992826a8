import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { uploadStatusSchema } from '#lib/desk/uploads.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { ask, openServer, type TestServer } from '#tests/support/http-front.ts'
import { callDesk, openDesk, publishList } from '#tests/support/open-desk.ts'

const LIST = `sku,name,category,price\n${Array.from({ length: 400 }, (_, at) => `S${at},Salt ${at},Salts,${at + 1}`).join('\n')}\n`
const eventSchema = z.nullable(uploadStatusSchema)
const SAME = { 'sec-fetch-site': 'same-origin' }

/** The events that are sent at an address, one by one. */
async function* events({ port, host }: TestServer, path: string) {
  const cookie = 'shop.session_token=editor'
  const headers = { host, cookie, ...SAME }
  const req = request({ port, host: '127.0.0.1', path, headers, agent: false }).end()
  const [res]: IncomingMessage[] = await once(req, 'response')
  if (!res) throw new Error('No answer')
  res.on('error', () => {}) // the connection is broken off below
  expect([res.statusCode, res.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  try {
    for await (const text of createInterface(res).on('error', () => {}))
      if (text.startsWith('data: ')) yield eventSchema.parse(JSON.parse(text.slice(6)))
  } finally {
    req.destroy()
  }
}

test('how far a list is comes as a stream: each step once, up to its end, to its editor alone', async () => {
  await using at = await openDesk(openSqlite, { hasThread: true })
  const roles = new Map([
    ['shop.session_token=editor', at.editor],
    ['shop.session_token=shopper', at.shopper],
    ['shop.session_token=other', await at.editorOf()],
  ])
  const tell = (sender: { id: string }, id: string, send: (data: string) => void) =>
    at.desk.listen(sender, id, (status) => send(JSON.stringify(status)))
  const nothing = async () => new Response('', { status: 404 })
  await using server = await openServer(nothing, {
    findRequester: async (cookie) => roles.get(cookie),
    progress: (sender, id) => ({ listen: (send) => tell(sender, id, send) }),
  })
  const answer = await callDesk(at, 'POST /api/desk/uploads', {
    files: [{ name: 'salts.csv', bytes: LIST }],
  })
  const id =
    String((await answer.json()).path)
      .split('/')
      .at(-1) ?? ''
  const path = `/api/desk/uploads/${id}/progress`
  const told: string[] = []
  let ratio = 0
  for await (const status of events(server, path)) {
    told.push(JSON.stringify(status))
    if (status?.state !== 'checking') break
    expect(status.ratio).toBeGreaterThanOrEqual(ratio)
    ratio = status.ratio
  }
  expect(told.at(-1)).toContain('"checked"')
  expect(new Set(told).size).toBe(told.length)
  await publishList(at, id)
  for await (const status of events(server, path)) {
    expect(status).toMatchObject({ state: 'published', isLive: false })
    break
  }
  const cookies = { cookie: 'shop.session_token=shopper', ...SAME }
  expect((await ask(server, path, { headers: cookies })).status).toBe(404)
  expect(await at.desk.statusOf({ id: 'other' }, id)).toBeUndefined()
})
