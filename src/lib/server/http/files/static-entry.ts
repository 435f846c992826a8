import { readFile, stat } from 'node:fs/promises'
import type { ContentCoding } from './accept-encoding.ts'
import { compress, isCompressible } from './compress.ts'
import { type IsOurScript, pagePolicy } from '#lib/server/http/guards/csp.ts'
import { contentHash } from '#lib/server/content-hash.ts'
import { etagOf } from './etag.ts'
import {
  FOREVER,
  type HeaderList,
  isForOtherOrigins,
  NO_CACHE,
  NO_PAGE_POLICY,
  ONE_DAY,
  REVALIDATE,
  securityHeaders,
  UPLOAD_POLICY,
  WORKER_POLICY,
} from '#lib/server/http/headers.ts'
import { describe, type LineText } from '#lib/server/http/log.ts'
import { readPacked } from '#lib/server/publish/files/packing.ts'
import type { ReadyHead } from './ready-response.ts'
import { contentType, isStandIn } from './site-path.ts'
import { WORKER_PATH } from '#lib/server/build/worker-file.ts'
import { loadWhole, type WholeFile } from './whole-file.ts'

/** One encoding of a file with its finished headers for a 200 and for a 304, and its log line. */
export type Representation = {
  body: Buffer
  headers: HeaderList
  unchanged: HeaderList
  line: LineText
  /** The serialised head of a 200 on a keep-alive connection, once one was sent. */
  head: ReadyHead | undefined
}

/** A file in memory, ready to be sent. */
export type StaticEntry = {
  path: string
  stamps: WholeFile['stamps']
  hash: string
  status: 200 | 404
  isPage: boolean
  variants: {
    identity: Representation
    br: Representation | undefined
    gzip: Representation | undefined
  }
  /** When the file was last looked at, in `performance.now()` time. */
  checkedAt: number
  /** Whether it was used since the cache last made room. */
  isUsed: boolean
  bytes: number
  makeVariant: (body: Buffer, encoding: ContentCoding) => Representation
}

/** What files are served under: the shop's address, which scripts may run, and who is told of pages not packed best. */
export type Origin = {
  publicUrl: URL
  isTrial: boolean
  /** Where the shared parts of pages are. */
  siteDir: string
  isOurScript: IsOurScript
  onUnpacked?: ((path: string) => void) | undefined
}

/** Loads a file with its brotli form; undefined if there is none. */
export async function loadEntry(
  file: string,
  path: string,
  origin: Origin,
): Promise<StaticEntry | undefined> {
  const whole = await loadWhole(file, origin.siteDir)
  if (!whole) return undefined
  const { body, mtimeMs, stamps } = whole
  const type = contentType(file)
  const isText = isCompressible(type, body.length)
  const hash = contentHash(body)
  const twin = { file, path, mtimeMs, body, hash, onUnpacked: origin.onUnpacked }
  const brotli = isText ? await loadTwin(twin) : undefined
  const status = path === '/404' ? 404 : 200
  const makeVariant = variantMaker({
    ...{ path, type, body, hash, isText, origin, status },
    caching: isStandIn(file, path) ? NO_CACHE : cacheControl(path),
  })
  return {
    path,
    stamps,
    hash,
    status,
    isPage: type.startsWith('text/html'),
    variants: {
      identity: makeVariant(body, 'identity'),
      br: brotli && makeVariant(brotli, 'br'),
      gzip: undefined,
    },
    checkedAt: performance.now(),
    isUsed: true,
    bytes: body.length + (brotli?.length ?? 0) + 2048,
    makeVariant,
  }
}

/** Compresses with gzip when it is first asked for. @returns the bytes that this adds */
export async function addGzip(entry: StaticEntry): Promise<number> {
  if (entry.variants.gzip || !entry.variants.br) return 0
  const body = await compress(entry.variants.identity.body, 'gzip')
  if (entry.variants.gzip) return 0
  entry.variants.gzip = entry.makeVariant(body, 'gzip')
  entry.bytes += body.length
  return body.length
}

type Twin = { file: string; path: string; mtimeMs: number; body: Buffer; hash: string } & Pick<
  Origin,
  'onUnpacked'
>

/**
 * The brotli form of a file. A page's is used only if it was made of exactly these bytes, otherwise the page
 * is compressed here, a little less hard. A sitemap has a twin on disk, which has the time of the file that it was made of (streamed-file.ts).
 */
async function loadTwin({ file, path, mtimeMs, body, hash, onUnpacked }: Twin): Promise<Buffer> {
  if (path.startsWith('/static/')) return compress(body, 'br', 11)
  if (!file.endsWith('.html')) {
    const twin = await stat(`${file}.br`).catch(() => undefined)
    const isOurs = twin?.mtimeMs === mtimeMs
    const bytes = isOurs && (await readFile(`${file}.br`).catch(() => undefined))
    return bytes || compress(body, 'br')
  }
  const packed = readPacked(file, hash)
  if (!packed?.isFinest) onUnpacked?.(path)
  return packed?.bytes ?? compress(body, 'br', 5)
}

type Content = {
  path: string
  type: string
  body: Buffer
  hash: string
  isText: boolean
  origin: Origin
  status: number
  caching: string
}

/** Makes all headers of a file once, when it is loaded, so that nothing is left to do per request. */
function variantMaker({ path, type, body, hash, isText, origin, status, caching }: Content) {
  const security = securityHeaders(origin, {
    path,
    policy: policyOf(path, type, body, origin),
    isForOtherOrigins: isForOtherOrigins(path),
  })
  return (bytes: Buffer, encoding: ContentCoding): Representation => {
    const { length } = bytes
    const kept = ['ETag', etagOf(hash, encoding), 'Cache-Control', caching]
    if (isText) kept.push('Vary', 'Accept-Encoding')
    const about = ['Content-Type', type, 'Content-Length', String(length)]
    if (encoding !== 'identity') about.push('Content-Encoding', encoding)
    if (path.startsWith('/uploads/')) about.push('Content-Disposition', 'inline')
    return {
      body: bytes,
      headers: [...about, ...kept, ...security],
      unchanged: [...kept, ...security],
      line: describe({ method: 'GET', path, status, bytes: length }),
      head: undefined,
    }
  }
}

function policyOf(path: string, type: string, body: Buffer, origin: Origin): string {
  if (path.startsWith('/uploads/')) return UPLOAD_POLICY
  if (path === WORKER_PATH) return WORKER_POLICY
  if (!type.startsWith('text/html')) return NO_PAGE_POLICY
  const isHttps = origin.publicUrl.protocol === 'https:'
  return pagePolicy(body.toString(), isHttps, origin.isOurScript)
}

/** Caching by H12; a catalogue picture is named by its content, so it never changes. */
function cacheControl(path: string): string {
  if (path.startsWith('/static/js/')) return FOREVER
  if (path === WORKER_PATH) return NO_CACHE
  if (!path.startsWith('/uploads/')) return REVALIDATE
  return /^\/uploads\/[0-9a-f]{16}-(\d+|og)\.\w+$/.test(path) ? FOREVER : ONE_DAY
}
