import { createHash } from 'node:crypto'

/** A short hash that identifies content; each encoding of it gets its own strong ETag. */
export function contentHash(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}
