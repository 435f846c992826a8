import { isLoopback } from '#lib/server/settings/setting-values.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** Why a request is refused before anything is looked up; `isFinal` if its body was not read to the end. */
export type HttpRefusal = { status: number; msg: string; allow?: string; isFinal?: boolean }

/** The address of a request, checked and normalised once (H7). */
export type Target = {
  /** Decoded, and without a trailing slash. */
  path: string
  /** As it was sent. */
  rawPath: string
  /** Without the question mark. */
  query: string
}

/** The longest address that is read (H6). */
export const MAX_URL = 2048
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
/** The Allow header of an address that is unknown. */
export const ALL_METHODS = 'GET, HEAD, POST, PUT, DELETE'

const refuse = (status: number, msg: string): { ok: false; refusal: HttpRefusal } => ({
  ok: false,
  refusal: { status, msg },
})

/** Checks and splits a request's address, or returns why it is refused. */
export function parseTarget(
  url: string,
): { ok: true; target: Target } | { ok: false; refusal: HttpRefusal } {
  if (url.length > MAX_URL) return refuse(414, serverAnswers.longAddress)
  if (!/^\/[\x21\x24-\x7e]*$/.test(url)) return refuse(400, serverAnswers.badAddress)
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  const path = decodePath(rawPath)
  if (path === undefined) return refuse(400, serverAnswers.badAddress)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  // In a path it is refused above, in a body by `hasNul`.
  if (query.includes('%00')) return refuse(400, serverAnswers.nul)
  return { ok: true, target: { path, rawPath, query } }
}

/** Decodes once; refuses anything that a second decoding or another parser could read as a different path. */
function decodePath(rawPath: string): string | undefined {
  if (/\/\/|\\|%2f|%5c|%00/i.test(rawPath)) return undefined
  let path: string
  try {
    path = decodeURIComponent(rawPath)
  } catch {
    return undefined
  }
  // Refused in a decoded path: another escape, a query, a control character; and dot segments.
  if (/%[0-9a-f]{2}|[?#\\\x00-\x1f\x7f]/i.test(path)) return undefined
  if (/\/\.{1,2}(\/|$)/.test(path)) return undefined
  return path
}

/** Refuses methods that no address supports, such as TRACE, CONNECT and OPTIONS (H7). */
export function checkMethod(method: string): HttpRefusal | undefined {
  if (METHODS.has(method)) return undefined
  return { status: 405, msg: serverAnswers.noMethod, allow: ALL_METHODS }
}

/** The Host values that mean this shop, by its public address (H7). */
export function allowedHosts({ hostname, host, port, protocol }: URL): Set<string> {
  const names = isLoopback(hostname) ? ['localhost', '127.0.0.1', '[::1]', hostname] : [hostname]
  const hosts = names.map((name) => (port ? `${name}:${port}` : name))
  const standard = protocol === 'https:' ? '443' : '80'
  if (!port) hosts.push(...names.map((name) => `${name}:${standard}`))
  return new Set([host, ...hosts])
}

/** The origins that mean this shop, to check unsafe requests against (H8). */
export function allowedOrigins(publicUrl: URL): Set<string> {
  const hosts = [...allowedHosts(publicUrl)]
  return new Set(hosts.map((host) => new URL(`${publicUrl.protocol}//${host}`).origin))
}
