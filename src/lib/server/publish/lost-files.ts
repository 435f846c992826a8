import { partNames } from './files/part-files.ts'
import { partName } from './page-parts.ts'
import { FAILED, type ReadIndex } from './records/read-index.ts'

/** The recorded pages whose files are not among those `published`: somebody has deleted them. */
export function lostPages(index: ReadIndex, published: string[]): string[] {
  const isThere = new Set(published)
  return [...index.paths()].filter((path) => !isThere.has(path))
}

/**
 * What must be made so that no part of a page is missing: the records of parts, and, for parts that are named
 * after their content and have no record, a page of each.
 */
export function lostParts(index: ReadIndex, siteDir: string): string[] {
  const isThere = new Set(partNames(siteDir))
  const lost = index.partFiles().filter((part) => !isThere.has(partName(part)))
  const whole = (page: string) => index.fingerprint(page) !== FAILED
  return lost.flatMap((part) => {
    if (index.fingerprint(part) !== undefined) return [part]
    return [...index.readersOf([part]).values().filter(whole).take(1)]
  })
}
