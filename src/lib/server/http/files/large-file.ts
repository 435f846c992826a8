import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { chooseEncoding, type ContentCoding } from './accept-encoding.ts'
import type { Exchange } from '#lib/server/http/answer.ts'
import { etagOf, isKnown } from './etag.ts'
import type { Front } from '#lib/server/http/front-state.ts'
import {
  isForOtherOrigins,
  NO_PAGE_POLICY,
  REVALIDATE,
  securityHeaders,
} from '#lib/server/http/headers.ts'
import { describe } from '#lib/server/http/log.ts'
import { contentType } from './site-path.ts'
import type { LargeFile } from './static-files.ts'

const SUFFIX = { br: '.br', gzip: '.gz', identity: '' }

/**
 * Streams a large file from the disk, compressed if there is a compressed twin beside it: however slow the
 * client, only a buffer of it is in memory.
 */
export async function sendLarge(
  front: Front,
  exchange: Exchange,
  { largeFile, path }: LargeFile,
): Promise<void> {
  const { req, res, id, method, startedAt } = exchange
  await using file = await open(largeFile)
  const { ino, size, mtimeMs } = await file.stat()
  const wanted = chooseEncoding(req.headers['accept-encoding']?.toString())
  await using twin = wanted === 'identity' ? undefined : await openTwin(largeFile, wanted, mtimeMs)
  const encoding = twin ? wanted : 'identity'
  const length = twin ? (await twin.stat()).size : size
  const hash = `${ino.toString(36)}-${size.toString(36)}-${mtimeMs.toString(36)}`
  const headers = ['ETag', etagOf(hash, encoding), 'Cache-Control', REVALIDATE]
  headers.push('Vary', 'Accept-Encoding')
  const kind = { path, policy: NO_PAGE_POLICY, isForOtherOrigins: isForOtherOrigins(path) }
  headers.push(...securityHeaders(front, kind))
  if (exchange.isLast) res.shouldKeepAlive = false
  const isUnchanged = isKnown(req.headers['if-none-match'] ?? '', hash)
  const status = isUnchanged ? 304 : 200
  if (!isUnchanged)
    headers.push('Content-Type', contentType(largeFile), 'Content-Length', `${length}`)
  if (!isUnchanged && encoding !== 'identity') headers.push('Content-Encoding', encoding)
  res.writeHead(status, headers)
  const isSent = method === 'GET' && !isUnchanged
  if (isSent) {
    // A client that disconnects midway is no error.
    await pipeline((twin ?? file).createReadStream({ autoClose: false }), res).catch(() => {})
  } else res.end()
  const about = describe({ method, path, status, bytes: isSent ? length : 0 })
  front.log.request(id, about, performance.now() - startedAt)
}

/** The compressed twin. One of another time than its file belongs to another version of it and is not used. */
async function openTwin(
  file: string,
  encoding: Exclude<ContentCoding, 'identity'>,
  mtimeMs: number,
): Promise<FileHandle | undefined> {
  const twin = await open(file + SUFFIX[encoding]).catch(() => undefined)
  if (!twin || (await twin.stat()).mtimeMs === mtimeMs) return twin
  await twin.close()
  return undefined
}
