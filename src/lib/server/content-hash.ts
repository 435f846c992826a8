import { createHash } from 'node:crypto'

/** Names the content of a body; each encoding of it has a strong ETag of its own. */
export function contentHash(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}
