import { expect } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { cookieOf } from './accounts.ts'
import { openSqlite } from './databases/database.ts'
import { importRows } from './lists/editors-file.ts'
import { ask, type Reply } from './http-front.ts'
import { openMailServer } from './outside/mail-server.ts'

const HOST = 'shop.example'
export const ORIGIN = `https://${HOST}`
export const PASSWORD = 'mangoes in the monsoon'

type Sent = { cookie?: string; headers?: Record<string, string>; method?: string }

/** The Set-Cookie headers of an answer. */
export const setCookies = ({ headers }: Reply): string[] => headers['set-cookie'] ?? []

/**
 * Runs the whole shop as behind https, with a real mail server and helpers to sign shoppers up and
 * in.
 */
export async function openHttpsShop(port: number) {
  const server = { port, host: HOST }
  const shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1' }])
  const mails = await openMailServer()
  const settings = readSettings({
    DATA_DIR: shop.dataDir,
    PORT: String(port),
    PUBLIC_URL: ORIGIN,
    TRUSTED_PROXIES: 'none',
    AUTH_SECRET: 'Xo2vN8qL4sT6wY1zB3dF5gH7jK9mP0rA',
    ALLOW_DEMO_PAYMENTS: 'yes',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Shop <shop@shop.example>',
    RATE_SCALE: '50',
  })
  const lines: string[] = []
  const open = await openShop(settings, {
    log: openLog('info', { write: (text) => lines.push(text) }),
  })
  const send = (path: string, body: unknown, { cookie, headers, method = 'POST' }: Sent = {}) => {
    const all = {
      origin: ORIGIN,
      'content-type': 'application/json',
      ...(cookie && { cookie }),
      ...headers,
    }
    return ask(server, path, { method, headers: all, body: JSON.stringify(body) })
  }
  const get = (path: string, cookie?: string) =>
    ask(server, path, { headers: cookie ? { cookie } : {} })
  const enter = async (email: string, cookie?: string) => {
    const answer = await send(
      '/api/user/signin',
      { email, password: PASSWORD },
      cookie ? { cookie } : {},
    )
    expect(answer.status).toBe(200)
    const { user } = JSON.parse(answer.text)
    return { answer, id: String(user.id), cookie: cookieOf(setCookies(answer)) }
  }
  let count = 0
  /** Signs a new shopper up and in. */
  const join = async () => {
    const email = `shopper${(count += 1)}@example.com`
    await send('/api/user/signup', { name: 'Asha', email, phone: '9876543210', password: PASSWORD })
    return { email, ...(await enter(email)) }
  }
  const find = (email: string, text: RegExp) =>
    mails.received
      .findLast(({ to, source }) => to.includes(email) && text.test(source.replaceAll('=\r\n', '')))
      ?.source.replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
  /** The newest mail to an address that matches the text; waits until it has been sent. */
  const mailTo = (email: string, text: RegExp): Promise<string> =>
    expect
      .poll(() => find(email, text))
      .toBeTruthy()
      .then(() => find(email, text) ?? '')
  const close = async () => {
    await open.close()
    await mails[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { server, db: shop.db, lines, send, get, join, enter, mailTo, close }
}
