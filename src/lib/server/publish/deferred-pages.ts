import { extname } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { isPart } from './page-parts.ts'
import { FAILED, DEFERRED, type ReadIndex } from './records/read-index.ts'
import { keepPages } from './records/records.ts'
import { readsText } from './rendered.ts'

/**
 * Feed, sitemaps and other files that no shopper looks at. They are made after the pages, for all edits since
 * then at once, so that tens of megabytes delay no edit. Their records say which ones are behind, so that a
 * crash forgets none.
 */
export class DeferredPages {
  #db: Db
  #site: { siteId: string; index: ReadIndex }
  /** Paths that have changed again while they were being made. */
  #again = new Set<string>()
  #writing = new OneAtATime()
  #isDropped = false

  constructor(db: Db, site: { siteId: string; index: ReadIndex }) {
    this.#db = db
    this.#site = site
  }

  /** Marks the paths that may be made later. @returns the paths that must be made now */
  async putOff(paths: string[]): Promise<string[]> {
    const { index } = this.#site
    const canWait = (path: string) =>
      !isPart(path) && extname(path) !== '' && (index.fingerprint(path) ?? FAILED) !== FAILED
    const late = paths.filter(canWait)
    for (const path of late) this.#again.add(path)
    await this.#record(late, DEFERRED)
    return paths.filter((path) => !canWait(path))
  }

  /** Starts making what is behind. @returns its paths */
  begin(): string[] {
    this.#again.clear()
    return [...this.#site.index.late()]
  }

  /** What is being made stays recorded as behind: another index, which is loaded anew, has it made again. */
  drop(): void {
    this.#isDropped = true
  }

  /** Records that these paths were made for `stamp`, except those that an edit has changed again meanwhile. */
  async recordMade(paths: string[], stamp: string): Promise<void> {
    if (this.#isDropped) return
    const { index } = this.#site
    const isMade = (path: string) => (index.fingerprint(path) ?? FAILED) !== FAILED
    await this.#record(
      paths.filter((path) => isMade(path) && !this.#again.has(path)),
      stamp,
    )
  }

  /** Writes records one after the other, in the order of the calls, on both databases. */
  async #record(paths: string[], stamp: string): Promise<void> {
    const { siteId, index } = this.#site
    const results = paths.map((path) => {
      const [reads, fingerprint] = [index.readsOf(path), index.fingerprint(path) ?? FAILED]
      index.set(path, reads, fingerprint, stamp)
      return { path, status: 'unchanged', reads: readsText(reads), fingerprint } as const
    })
    if (results.length === 0) return
    await this.#writing.run(() => keepPages(this.#db, { siteId, stamp }, results))
  }
}
