import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { contentHash } from '#lib/server/content-hash.ts'

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } =
  constants

/**
 * How hard a file is packed. Home is one page of 70 ms; of the others there are thousands, where level 4
 * would save a tenth of the time and cost a tenth of the bytes (`npm run size`); their window holds a whole
 * page. Those that somebody has asked for take 200 ms more for a twelfth of their bytes.
 */
function packing(isFinest: boolean): Record<number, number> {
  if (isFinest) return { [BROTLI_PARAM_QUALITY]: 11 }
  return { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 18 }
}

/** Whether a page is made as small as can be at once, and not only when somebody has asked for it. */
export const isFinestAtOnce = (path: string): boolean => path === '/'

/** The same for feed and sitemaps: megabytes must be quick. */
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

/** Where the packed form of a page lies. */
export const packedFile = (file: string): string => `${file}.packed`

const FINEST = '+'
const QUICK = '-'

/** The packed form of a page, after the name of the bytes that it was made of and how hard it was packed. */
export function packedWithName(bytes: Buffer, isFinest: boolean): Buffer {
  const mark = isFinest ? FINEST : QUICK
  return Buffer.concat([Buffer.from(contentHash(bytes) + mark), pack(bytes, isFinest)])
}

type Packed = { bytes: Buffer; isFinest: boolean }

/** The packed form of just these bytes, by their `contentHash`; undefined when there is none (yet). */
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
