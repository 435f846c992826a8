/**
 * How a page takes part in framing: what an editor compares is `framed` inside the page that `frames` it. No
 * other page is framed or frames anything.
 */
export type Framing = 'framed' | 'frames'

const COMPARED = /^\/desk\/uploads\/[0-9a-f]{32}\/(framed|compare)$/

/** The framing of an address; undefined for all but the two comparison pages of the desk. */
export function framingOf(path: string): Framing | undefined {
  const [, page] = COMPARED.exec(path) ?? []
  if (page === undefined) return undefined
  return page === 'framed' ? 'framed' : 'frames'
}
