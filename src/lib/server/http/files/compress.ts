import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentCoding } from './accept-encoding.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Below this, headers and compression cost more than they save. */
const SMALLEST = 512
const IS_TEXT = /^(text\/|application\/(json|xml|manifest\+json|rss\+xml|javascript)|image\/svg)/

/** Whether a body of this type and length is worth compressing. */
export function isCompressible(type: string, length: number): boolean {
  return length >= SMALLEST && IS_TEXT.test(type)
}

/** Compresses in the thread pool. Brotli 4 is as fast as gzip 6 and smaller; pass a higher quality for what is kept. */
export function compress(body: Buffer, encoding: ContentCoding, quality = 4): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(body)
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 })
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
