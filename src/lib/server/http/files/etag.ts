import type { ContentCoding } from './accept-encoding.ts'

const SUFFIX = { br: '-br', gzip: '-gz', identity: '' }

/** The ETag of content with this hash in this encoding, quoted. */
export function etagOf(hash: string, encoding: ContentCoding): string {
  return `"${hash}${SUFFIX[encoding]}"`
}

/** Whether an If-None-Match (a list, weak tags, `*`) matches this content in any encoding. */
export function isKnown(ifNoneMatch: string, hash: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((part) => {
    const [, tag = ''] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(part) ?? []
    return tag.startsWith(hash) && Object.values(SUFFIX).includes(tag.slice(hash.length))
  })
}
