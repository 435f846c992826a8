import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { contentHash } from '#lib/server/content-hash.ts'

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } =
  constants

/**
 * How tightly a page is packed. Home is a single page and takes 70 ms. Of the others there are thousands: level
 * 4 would save a tenth of the time and make them a tenth larger (`npm run size`); the window holds a whole
 * page. Those that somebody has asked for take 200 ms more and get a twelfth smaller.
 */
function packing(isFinest: boolean): Record<number, number> {
  if (isFinest) return { [BROTLI_PARAM_QUALITY]: 11 }
  return { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 18 }
}

/** Whether a page is packed as tightly as possible at once, not only after somebody has asked for it. */
export const isFinestAtOnce = (path: string): boolean => path === '/'

/** Brotli settings for feed and sitemaps: megabytes must be packed quickly. */
export const filePacking = {
  [BROTLI_PARAM_QUALITY]: 4,
  [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}

/** The brotli form of a page. */
export function pack(bytes: Buffer, isFinest: boolean): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      ...packing(isFinest),
      [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** The file of a page's packed form. */
export const packedFile = (file: string): string => `${file}.packed`

const FINEST = '+'
const QUICK = '-'

/** The packed form of a page, after the hash of the bytes it was made of and a sign for how tightly it is packed. */
export function packedWithName(bytes: Buffer, isFinest: boolean): Buffer {
  const mark = isFinest ? FINEST : QUICK
  return Buffer.concat([Buffer.from(contentHash(bytes) + mark), pack(bytes, isFinest)])
}

type Packed = { bytes: Buffer; isFinest: boolean }

/** The packed form of exactly these bytes, by their `contentHash`; undefined when there is none (yet). */
export function readPacked(file: string, hash: string): Packed | undefined {
  try {
    const bytes = readFileSync(packedFile(file))
    const name = bytes.toString('latin1', 0, hash.length + 1)
    const isFinest = name === hash + FINEST
    if (!isFinest && name !== hash + QUICK) return undefined
    return { bytes: bytes.subarray(name.length), isFinest }
  } catch {
    return undefined
  }
}
