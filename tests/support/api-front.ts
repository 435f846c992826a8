import { existsSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import { hasSession, readCookies } from '#lib/server/http/cookies.ts'
import { openLog } from '#lib/server/http/log.ts'
import { routeOf } from '#lib/server/http/find-route.ts'
import type { Method } from '#lib/server/http/routes.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { Render } from '#lib/server/publish/app/build-output.ts'
import { openRendering } from '#lib/server/shop/rendering.ts'
import { readSettings, type Settings } from '#lib/server/settings/settings.ts'
import { requestersOf } from '#lib/server/shop/shop-front.ts'
import type { Context } from '#pages/api/_reply.ts'
import { openSessions } from './accounts.ts'
import { openTestPayments } from './orders/checkout-shop.ts'
import type { TestDatabase } from './databases/database.ts'
import { ask, openServer, type Reply, type TestServer } from './http-front.ts'

/** Method and route of a call, as in `PUT /api/cart/[id]`. */
export type Line = `${Method} ${string}`

/** A file in a form; a list is sent in the field `file`. */
type FileOfForm = { field?: string; name: string; type?: string; bytes: string | Buffer }

export type Call = {
  /** Values for the route's parameters. */
  params?: Record<string, string> | undefined
  /** The signed-in user; a session is opened for them. */
  user?: SignedInUser | undefined
  /** Sent as JSON, or as form fields if `files` is given or `accept` asks for a page. */
  body?: Record<string, unknown> | undefined
  /** A raw body; the headers must state its type. */
  text?: string
  files?: FileOfForm[] | undefined
  accept?: string | undefined
  headers?: Record<string, string>
  /** The chosen country. */
  location?: string
  /** The visitor's network address. */
  address?: string
} & Partial<Gates>

type Gates = Pick<Settings, 'productGate' | 'cartGate'>
type Behind = {
  accounts: Accounts
  payments?: Payments | undefined
  desk?: Desk | undefined
  settings?: Partial<Settings> | undefined
}
type Endpoint = (context: Context) => Promise<Response>

const PAGES = join(import.meta.dirname, '../../src/pages')

/**
 * The API behind the real HTTP front, loaded from source: addresses, methods, roles, limits, bodies
 * and sessions work as in a running shop. There is a server for each pair of gates, started when a
 * call needs it.
 */
export function openApiFront(shop: TestDatabase, { settings: given, ...behind }: Behind) {
  const { db, url: databaseUrl, dataDir } = shop
  const { accounts } = behind
  const log = openLog('silent')
  const settings = { ...readSettings({ DATA_DIR: dataDir }), ...given, databaseUrl }
  const { publicUrl, rateScale } = settings
  const desk = behind.desk ?? new Desk(db, settings, log.logger)
  const known = { accounts, desk, payments: behind.payments ?? openTestPayments(db) }
  const servers = new Map<string, Promise<TestServer>>()
  const start = (gates: Gates) => {
    const all = { ...settings, ...gates }
    const { render } = openRendering(all, db, log, known, async () => answer)
    const senders = requestersOf(all, db, accounts)
    const options = { publicUrl: publicUrl.href, rateScale, trustedProxies: LOOPBACK }
    return openServer(render, { ...options, ...senders })
  }
  const serverOf = ({ productGate = 'open', cartGate = 'signin' }: Partial<Gates>) => {
    const gates = { productGate, cartGate }
    const key = Object.values(gates).join()
    const server = servers.get(key) ?? start(gates)
    servers.set(key, server)
    return server
  }
  const sessionOf = openSessions(accounts)
  const call = async (line: Line, options: Call = {}): Promise<Response> => {
    const [method = '', named = ''] = line.split(/ (.*)/)
    const { params = {}, user, location, headers } = options
    const path = named.replaceAll(/\[(\w+)\]/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const server = await serverOf(options)
    const cookies = [
      // A call with a session cookie of its own uses that one.
      user && !hasSession(readCookies(headers?.['cookie'])) && (await sessionOf(user)),
      location && `location=${location}`,
      headers?.['cookie'],
    ].filter((cookie) => typeof cookie === 'string' && cookie !== '')
    const sent = await write(method, publicUrl, options)
    const cookie = cookies.length > 0 ? { cookie: cookies.join('; ') } : {}
    const request = { ...sent, method, headers: { ...sent.headers, ...cookie } }
    return toResponse(await ask(server, path, request))
  }
  const close = async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]()
    if (!behind.desk) await desk.close()
  }
  /** The server's rate limits by network address. */
  const limitsOf = async (gates: Partial<Gates> = {}) => (await serverOf(gates)).front.limits
  return { call, limitsOf, [Symbol.asyncDispose]: close }
}

/** The proxy in front of the shop, which tells a visitor's address. */
const LOOPBACK = new BlockList()
LOOPBACK.addAddress('127.0.0.1')

/** The body of a call with its headers, as a script or form of the shop sends them. */
async function write(
  method: string,
  { origin, protocol }: URL,
  { body, text, files, accept, headers, address }: Call,
) {
  const all: Record<string, string> = { ...headers }
  if (accept !== undefined) all['accept'] = accept
  if (address !== undefined) all['x-forwarded-for'] = address
  if (protocol === 'https:') all['x-forwarded-proto'] = 'https'
  if (method === 'GET') return { headers: all }
  all['origin'] = origin
  if (text !== undefined) return { headers: all, body: text }
  if (!files && body === undefined) return { headers: all }
  const isForm = files !== undefined || accept?.includes('text/html')
  if (!isForm) {
    all['content-type'] = 'application/json'
    return { headers: all, body: JSON.stringify(body) }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    for (const one of [value].flat()) form.append(name, String(one))
  for (const { field = 'file', name, type = '', bytes } of files ?? []) {
    const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
    form.append(field, new Blob([content], { type }), name)
  }
  const written = new Response(files ? form : new URLSearchParams([...form] as [string, string][]))
  all['content-type'] = written.headers.get('content-type') ?? ''
  return { headers: all, body: Buffer.from(await written.arrayBuffer()) }
}

function toResponse({ status, headers: got, body }: Reply): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(got))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one)
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
}

/** Answers a call with its endpoint, as the built app does. */
const answer: Render = async (request, locals) => {
  const url = new URL(request.url)
  const path = routeOf(url.pathname)?.path ?? '/api/[...path]'
  const endpoint = (await load(path))[request.method]
  if (!endpoint) throw new Error(`${path} has no ${request.method}`)
  return endpoint({ locals, params: paramsOf(path, url.pathname), request, url })
}

async function load(path: string): Promise<Record<string, Endpoint | undefined>> {
  const [file] = [`${path}.ts`, `${path}/index.ts`]
    .map((name) => join(PAGES, name))
    .filter(existsSync)
  if (file === undefined) throw new Error(`No endpoint has the address ${path}`)
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return path.includes('[...') ? { GET: module.ALL, POST: module.ALL, ...module } : module
}

/** The values of a route's parameters in an address. */
function paramsOf(path: string, context: string): Record<string, string> {
  const parts = context.split('/').map(decodeURIComponent)
  const named = path
    .split('/')
    .map((part, at) => [/^\[(\w+)\]$/.exec(part)?.[1], parts[at]] as const)
  return Object.fromEntries(
    named.filter(([name, value]) => name !== undefined && value !== undefined),
  )
}
