import { once } from 'node:events'
import { connect } from 'node:http2'
import { request, type RequestOptions } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { newShopper, openTestAccounts } from '#tests/support/accounts.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openNginx } from '#tests/support/outside/nginx.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const ORIGIN = 'https://shop.example'
const AUTH_SECRET = 'xk3V9qLm2TzR8wYc5BnH7dFg1JpS4uEa6KoQ0iNt'
const MIB = 2 ** 20

/** `promised` announces so many bytes without sending any. */
type Asked = RequestOptions & { body?: string | Buffer; promised?: number }

/** The built shop as it goes live: behind nginx, which is all that the internet can reach. */
async function goLive() {
  const shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1', name: 'Toor Dal' }])
  const port = await freePort()
  const settings = readSettings({
    ...{ DATA_DIR: shop.dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    ...{ PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1,::1', AUTH_SECRET },
    ...{ ALLOW_DEMO_PAYMENTS: 'yes' },
  })
  const open = await openShop(settings, { log: openLog('silent') })
  await untilReady(`http://127.0.0.1:${port}`)
  const nginx = await openNginx(port)
  const ask = async (path: string, { body, promised, headers, ...more }: Asked = {}) => {
    const asked = request({
      ...{ host: '127.0.0.1', port: nginx.https, path, rejectUnauthorized: false },
      ...{ headers: { host: 'shop.example', ...headers }, ...more },
    })
    if (promised === undefined) asked.end(body)
    else asked.setHeader('content-length', promised).flushHeaders()
    const [answer] = await once(asked, 'response')
    const bytes = await buffer(answer)
    // The bytes that were promised are not awaited.
    asked.on('error', () => {}).destroy()
    return { status: answer.statusCode, headers: answer.headers, bytes }
  }
  const close = async () => {
    await nginx[Symbol.asyncDispose]()
    await open.close()
    await shop[Symbol.asyncDispose]()
  }
  return { shop, ask, nginx, close }
}

let live: Awaited<ReturnType<typeof goLive>>
beforeAll(async () => {
  live = await goLive()
})
afterAll(() => live.close())

test('behind nginx who asks for www is led to the one address of the shop', async () => {
  const { status, headers } = await live.ask('/product/toor-dal?variant=1-kg', {
    headers: { host: 'www.shop.example' },
  })
  expect([status, headers.location]).toEqual([301, `${ORIGIN}/product/toor-dal?variant=1-kg`])
})

test('behind nginx pages come by https and http/2, packed once and with all headers (H3 H4 H12)', async () => {
  const { ask, nginx } = live
  const plain = await fetch(`http://127.0.0.1:${nginx.http}/product/toor-dal?a=1`, {
    redirect: 'manual',
    headers: { host: 'shop.example' },
  })
  expect(plain.status).toBe(308)

  const { status, headers, bytes } = await ask('/product/toor-dal', {
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(status).toBe(200)
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(bytes).toString()).toContain('Toor Dal')
  expect(headers['strict-transport-security']).toContain('max-age=63072000')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const again = await ask('/product/toor-dal', {
    headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag },
  })
  expect([again.status, again.bytes.length]).toEqual([304, 0])

  const session = connect(`https://127.0.0.1:${nginx.https}`, { rejectUnauthorized: false })
  const stream = session.request({ ':path': '/product/toor-dal', ':authority': 'shop.example' })
  const [answer] = await once(stream, 'response')
  expect(answer[':status']).toBe(200)
  expect((await buffer(stream)).toString()).toContain('Toor Dal')
  session.close()

  const foreign = await ask('/product/toor-dal', { headers: { host: 'other.example' } })
  expect(foreign.status).toBe(421)
  // It would hold secret links.
  expect(nginx.accessLog()).toBe('')
})

test('behind nginx each visitor has limits of their own, whatever they say of themselves (H10h A19)', async () => {
  const { ask } = live
  const write = async (localAddress: string, forwarded?: string) => {
    const { status } = await ask('/api/newsletter', {
      ...{ method: 'POST', localAddress, body: JSON.stringify({ email: 'asha@example.com' }) },
      headers: {
        ...{ 'content-type': 'application/json', origin: ORIGIN },
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
    })
    return status
  }
  const first: number[] = []
  for (let at = 0; at < 6; at++) first.push(await write('127.0.0.2', `203.0.113.${at}`))
  expect(first.slice(0, 5)).not.toContain(429)
  expect(first[5]).toBe(429)
  expect(await write('127.0.0.3')).not.toBe(429)
})

test('behind nginx an editor brings 64 MB, and more is refused (H6)', async () => {
  const { ask, shop } = live
  const settings = { authSecret: AUTH_SECRET, publicUrl: new URL(ORIGIN) }
  const { accounts } = openTestAccounts(shop, settings)
  const { cookie, user } = await newShopper(shop, { accounts })
  await shop.db.updateTable('user').set({ roles: 'editor' }).where('id', '=', user.id).execute()
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\n'
  const headers = {
    ...{ cookie, origin: ORIGIN, accept: 'application/json' },
    'content-type': 'multipart/form-data; boundary=x',
  }
  const bring = (more: Asked) => ask('/api/desk/uploads', { method: 'POST', headers, ...more })
  const list = Buffer.alloc(64_000_000, 'a')
  const body = Buffer.concat([Buffer.from(head), list, Buffer.from('\r\n--x--\r\n')])
  const taken = await bring({ body })
  expect([taken.status, taken.bytes.toString()]).toEqual([200, expect.stringContaining('/desk/')])
  expect((await bring({ promised: 66 * MIB })).status).toBe(413)
})
