import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type * as z from 'zod/mini'

/** Most characters of a value: browsers keep cookies of up to 4096 bytes including name and attributes. */
export const MAX_COOKIE = 3900
const MAX_TEXT = 32 * 1024

/** What a cookie carries, packed as its value; undefined where it is too much for one. */
export function packCookie(said: unknown): string | undefined {
  const text = JSON.stringify(said)
  if (Buffer.byteLength(text) > MAX_TEXT) return undefined
  const packed = deflateRawSync(text).toString('base64url')
  return packed.length > MAX_COOKIE ? undefined : packed
}

/** What a cookie carries; undefined where it is nothing of ours. */
export function unpackCookie<Said>(packed: string, schema: z.ZodMiniType<Said>): Said | undefined {
  if (packed.length > MAX_COOKIE) return undefined
  try {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_TEXT })
    const parsed = schema.safeParse(JSON.parse(bytes.toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
