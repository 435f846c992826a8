import { chooseEncoding, type ContentCoding } from './accept-encoding.ts'
import { type Exchange, write } from '#lib/server/http/answer.ts'
import { MAKES_OWN_PAGE } from '#lib/server/http/cookies.ts'
import { isKnown } from './etag.ts'
import type { Front } from '#lib/server/http/front-state.ts'
import { describe } from '#lib/server/http/log.ts'
import { readQuickly } from '#lib/server/http/request-headers.ts'
import { ReadyResponse } from './ready-response.ts'
import type { StaticEntry, Representation } from './static-entry.ts'

/**
 * The fast path of nearly all requests: the address is that of a file in memory, and nothing about the
 * request is unusual. It never awaits, and allocates almost nothing.
 * @returns whether the request was answered
 */
export function answerFromMemory(front: Front, exchange: Exchange): boolean {
  const { method, path, req, startedAt } = exchange
  if (method !== 'GET' && method !== 'HEAD') return false
  // The cache's keys are canonical paths, so a hit needs no further check of the address.
  const entry = front.files.find(path, startedAt)
  if (entry === undefined) return false
  const { host, acceptEncoding, cookie, ifNoneMatch, isUnusual } = readQuickly(req.rawHeaders)
  if (isUnusual || host === undefined || !front.hosts.has(host)) return false
  if (cookie !== undefined && entry.isPage && MAKES_OWN_PAGE.test(cookie)) return false
  const { variants } = entry
  const encoding = variants.br === undefined ? 'identity' : chooseEncoding(acceptEncoding)
  const variant = variants[encoding]
  if (variant === undefined) return false
  sendVariant(front, exchange, entry, variant, ifNoneMatch)
  return true
}

/** Sends a file that had to be loaded from disk first. */
export async function sendEntry(
  front: Front,
  exchange: Exchange,
  entry: StaticEntry,
): Promise<void> {
  const { headers } = exchange.req
  const accepted = headers['accept-encoding']
  const wanted: ContentCoding =
    entry.variants.br === undefined ? 'identity' : chooseEncoding(accepted?.toString())
  const encoding = await front.files.prepare(entry, wanted)
  const variant = entry.variants[encoding] ?? entry.variants.identity
  sendVariant(front, exchange, entry, variant, headers['if-none-match'])
}

function sendVariant(
  front: Front,
  exchange: Exchange,
  entry: StaticEntry,
  variant: Representation,
  ifNoneMatch: string | undefined,
): void {
  const { id, method, startedAt } = exchange
  const isUnchanged =
    ifNoneMatch !== undefined && entry.status === 200 && isKnown(ifNoneMatch, entry.hash)
  const ms = () => performance.now() - startedAt
  if (!isUnchanged && method === 'GET' && entry.status === 200) {
    sendWhole(exchange, variant)
    front.log.request(id, variant.line, ms())
    return
  }
  // The 404 page also answers requests with other methods, such as posted forms.
  if (!isUnchanged && method !== 'HEAD') {
    const bytes = write(exchange, entry.status, variant.headers, variant.body)
    front.log.request(id, aboutUnknown(exchange, bytes), ms())
    return
  }
  const status = isUnchanged ? 304 : entry.status
  write(exchange, status, isUnchanged ? variant.unchanged : variant.headers)
  const about = { method, path: entry.path, status, bytes: 0 }
  front.log.request(id, status === 404 ? aboutUnknown(exchange, 0) : describe(about), ms())
}

/** The usual case, a whole file with status 200: reuses the serialised head of an earlier answer. */
function sendWhole(exchange: Exchange, variant: Representation): void {
  const { res, isLast } = exchange
  const ready = res instanceof ReadyResponse && res.shouldKeepAlive && !isLast ? res : undefined
  if (ready && variant.head) {
    ready.repeat(variant.head, variant.body)
    return
  }
  write(exchange, 200, variant.headers, variant.body)
  if (ready) variant.head = ready.head
}

/** The log line of a 404 names the path that was requested, not that of the 404 page. */
const aboutUnknown = ({ method, path }: Exchange, bytes: number) =>
  describe({ method, path, status: 404, bytes })
