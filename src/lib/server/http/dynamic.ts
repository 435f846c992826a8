import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import type { Body } from './body/body.ts'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import type { Flash } from '#lib/browser/flash.ts'
import { hasGuest, hasSession, NO_FLASH, ownCookies, readFlash } from './cookies.ts'
import { type IsOurScript, pagePolicy } from './guards/csp.ts'
import { framingOf } from './guards/framing.ts'
import { PERSONAL, REVALIDATE } from './headers.ts'
import { limitKey } from './guards/forwarded.ts'
import { type GatewayHosts, hostsFor } from './guards/gateway-hosts.ts'
import type { SentFile } from './body/multipart.ts'
import type { ReceivedFile } from './body/body.ts'
import type { RateLimit } from './guards/rate-limit.ts'
import { isSecret } from './guards/secret-paths.ts'
import { isApi } from './routes.ts'

/** What the app is told about a request besides the request itself. */
type Visit = {
  location: string
  flash: Flash | undefined
  body: Record<string, unknown> | undefined
  requestId: string
  limits: RateLimit
  address: string | undefined
  files: SentFile[]
  received: ReceivedFile[] | undefined
}

/** Renders one address of the shop; rejects when the app fails. */
export type RenderVisit = (request: Request, visit: Visit) => Promise<Response>

export type AppRequest = {
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  cookies: ReadonlyMap<string, string>
  location: string
  body: Body
  id: string
  address: string | undefined
}

type Options = {
  render: RenderVisit
  finishPage: (html: string) => string
  isOurScript: IsOurScript
  publicUrl: URL
  limits: RateLimit
  gateway?: GatewayHosts | undefined
}

/** Request headers that the app may read; any other is set by us or may be forged (A19, T23). */
const PASSED_ON = [
  ...['accept', 'accept-language', 'authorization', 'content-type', 'idempotency-key'],
  ...['origin', 'referer', 'user-agent', 'x-razorpay-event-id', 'x-razorpay-signature'],
]
/** Headers that the app may not set: the front sets them. */
const OURS =
  /^(cache-control|connection|content-(encoding|length|security-policy|type)|etag|server|set-cookie|transfer-encoding|vary|x-powered-by)$/

/** Has the app render a request, and adds headers, caching and the Content-Security-Policy. */
export async function renderAnswer(call: AppRequest, options: Options): Promise<Answer> {
  const { publicUrl } = options
  const flash = isApi(call.path) ? undefined : readFlash(call.cookies)
  const { location, body, id, address } = call
  const visit = {
    ...{ location, flash, body: body.fields, files: body.files ?? [], requestId: id },
    received: body.received,
    ...{ limits: options.limits, address: address === undefined ? undefined : limitKey(address) },
  }
  const response = await options.render(toRequest(call, publicUrl), visit)
  const type = withCharset(response.headers.get('content-type') ?? 'text/plain')
  const answer = {
    status: response.status,
    type,
    cacheControl: cacheControl(call, response),
    headers: headersOf(call, response, publicUrl),
  }
  if (!type.startsWith('text/html')) {
    return { ...answer, body: Buffer.from(await response.arrayBuffer()) }
  }
  const html = options.finishPage(await response.text())
  const gateway = hostsFor(call.path, options.gateway)
  const isHttps = publicUrl.protocol === 'https:'
  const framing = response.status === 200 ? framingOf(call.path) : undefined
  const policy = pagePolicy(html, isHttps, options.isOurScript, { gateway, framing })
  return { ...answer, body: Buffer.from(html), policy }
}

/** Whether a page is fetched before anybody looks at it: what is shown once stays for the next page. */
export const isAhead = ({ purpose }: IncomingHttpHeaders): boolean => purpose === 'prefetch'

const withoutForm = (cookie: string) =>
  cookie
    .split('; ')
    .filter((part) => !/^(?:flash|form)=/.test(part))
    .join('; ')

/** The Request for the app; its origin is that of the settings, whatever the client sent (T22, T23). */
function toRequest(
  { method, path, query, headers, body, address }: AppRequest,
  publicUrl: URL,
): Request {
  const url = new URL(encodeURI(path) + (query && `?${query}`), publicUrl)
  const passed = new Headers()
  for (const name of PASSED_ON) {
    const value = headers[name]
    if (typeof value === 'string') passed.set(name, value)
  }
  const cookie = ownCookies(headers.cookie, publicUrl.protocol === 'https:')
  if (cookie) passed.set('cookie', isAhead(headers) ? withoutForm(cookie) : cookie)
  if (address !== undefined) passed.set('x-client-ip', address)
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead) return new Request(url, { headers: passed })
  const bytes = body.bytes && new Uint8Array(body.bytes)
  return new Request(url, { method, headers: passed, ...(bytes && { body: bytes }) })
}

/**
 * What belongs to one visitor may not be cached: visitors with a session, cart, message or country of their
 * own, and pages whose address is itself a secret (H12).
 */
function cacheControl(call: AppRequest, response: Response): string {
  const { cookies, location } = call
  const isOwn =
    location !== 'All' || cookies.has('flash') || hasSession(cookies) || hasGuest(cookies)
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  if (isOwn || !isRead || isSecret(call.path) || response.headers.has('set-cookie')) return PERSONAL
  return response.headers.get('cache-control') ?? (response.status === 200 ? REVALIDATE : PERSONAL)
}

function headersOf(call: AppRequest, response: Response, { protocol }: URL): string[] {
  const list = ['X-Request-Id', call.id]
  for (const [name, value] of response.headers) if (!OURS.test(name)) list.push(name, value)
  const cookies = response.headers.getSetCookie()
  const isShown = call.cookies.has('flash') && !isApi(call.path)
  if (isShown && !cookies.some((cookie) => cookie.startsWith('flash='))) cookies.push(NO_FLASH)
  for (const cookie of cookies) list.push('Set-Cookie', hostCookie(cookie, protocol === 'https:'))
  return list
}

function withCharset(type: string): string {
  return /^(text\/|application\/(json|xml))/.test(type) && !/charset=/i.test(type)
    ? `${type}; charset=utf-8`
    : type
}
