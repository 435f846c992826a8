/**
 * How a page stands in frames: what an editor compares is `framed` within the page that `frames` it; any other
 * page is in no frame and has none.
 */
export type Framing = 'framed' | 'frames'

const COMPARED = /^\/desk\/uploads\/[0-9a-f]{32}\/(framed|compare)$/

/** What an address may do with frames; undefined for all but the two of the desk. */
export function framingOf(path: string): Framing | undefined {
  const [, page] = COMPARED.exec(path) ?? []
  if (page === undefined) return undefined
  return page === 'framed' ? 'framed' : 'frames'
}
