import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding } from './files/accept-encoding.ts'
import { hasBody } from './body/body.ts'
import { compress, isCompressible } from './files/compress.ts'
import { contentHash } from '#lib/server/content-hash.ts'
import { etagOf, isKnown } from './files/etag.ts'
import {
  type HeaderList,
  type HeaderOrigin,
  isForOtherOrigins,
  NO_PAGE_POLICY,
  securityHeaders,
} from './headers.ts'

/** One request on its way through the server. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  id: string
  method: string
  /** Without the query: what the log shows. */
  path: string
  startedAt: number
  /** Ends the connection with the answer: the server is stopping. */
  isLast: boolean
}

/** An answer that was made for one request; files have theirs ready (static-entry.ts). */
export type Answer = {
  status: number
  type: string
  body: Buffer
  cacheControl: string
  /** The page's Content-Security-Policy; without one (for anything but a page) the strictest applies. */
  policy?: string
  headers?: HeaderList
}

/**
 * When a request is refused, the rest of its body is read for this long and up to this size, so that the
 * sender gets to read the answer.
 */
const LINGER_MS = 1000
const LINGER_BYTES = 6 * 2 ** 20

/**
 * Sends an answer with all its headers, compressed as the client prefers.
 * @returns the number of body bytes sent
 */
export async function sendAnswer(
  exchange: Exchange,
  answer: Answer,
  origin: HeaderOrigin,
): Promise<number> {
  const { req, path } = exchange
  const { status, type, cacheControl, policy = NO_PAGE_POLICY, headers = [] } = answer
  const security = securityHeaders(origin, {
    path,
    policy,
    isForOtherOrigins: isForOtherOrigins(path),
  })
  const list: HeaderList = ['Cache-Control', cacheControl, ...headers, ...security]
  const canVary = isCompressible(type, answer.body.length)
  const encoding = canVary ? chooseEncoding(text(req.headers['accept-encoding'])) : 'identity'
  if (canVary) list.push('Vary', 'Accept-Encoding')
  if (status === 200 && cacheControl.includes('must-revalidate')) {
    const hash = contentHash(answer.body)
    list.push('ETag', etagOf(hash, encoding))
    if (isKnown(req.headers['if-none-match'] ?? '', hash)) return write(exchange, 304, list)
  }
  const body = await compress(answer.body, encoding)
  if (encoding !== 'identity') list.push('Content-Encoding', encoding)
  if (body.length > 0) list.push('Content-Type', type)
  list.push('Content-Length', String(body.length))
  return write(exchange, status, list, body)
}

/** Writes head and body. @returns the number of body bytes sent */
export function write(
  { req, res, method, isLast }: Exchange,
  status: number,
  headers: HeaderList,
  body?: Buffer,
): number {
  const isUnread = hasBody(req) && !req.complete
  // A client that waits for `100 Continue` sends no body.
  const isOnItsWay = isUnread && req.headers.expect === undefined
  if (isUnread || isLast) res.shouldKeepAlive = false
  res.writeHead(status, headers)
  const bytes = body === undefined || method === 'HEAD' ? undefined : body
  if (!isOnItsWay) res.end(bytes)
  else if (bytes === undefined) linger(req, res)
  else {
    res.write(bytes)
    linger(req, res)
  }
  return bytes?.length ?? 0
}

/** Reads on for a moment before closing: closing at once would reset the connection and lose the answer. */
function linger(req: IncomingMessage, res: ServerResponse): void {
  let length = 0
  const end = () => {
    clearTimeout(timer)
    if (!res.writableEnded) res.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > LINGER_BYTES) end()
  })
  req.on('end', end).on('close', end).on('error', end)
  req.resume()
}

const text = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(',') : header
