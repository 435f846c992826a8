import { FAILED } from './records/read-index.ts'
import { flush, hasPage, removePage } from './files/site-files.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { isPart, isPartFile } from './page-parts.ts'
import { forgetPages, keepPages } from './records/records.ts'
import { namesIn, type Rendered, readsText } from './rendered.ts'
import { NOTHING_PUBLISHED, type Published, type Site } from './published.ts'

/**
 * Pages are recorded after so many. A crash renders again those not yet recorded; still, few and large
 * transactions are better, as each waits for the disk first.
 */
const RECORD_EVERY = 400
/** A whole publish records this many times. */
const RECORDS = 16

/** What a publish has written so far: tells of it, and records it. */
export class WrittenPages {
  #site: Site
  #wanted: number
  #counts = { ...NOTHING_PUBLISHED }
  #failed = new Map<string, string>()
  #gone: Set<string>
  /** Files to flush. */
  #changed = new Set<string>()
  #unrecorded: Rendered[] = []
  /** A page that is made twice is recorded in that order. */
  #records = new OneAtATime()

  constructor(site: Site, { wanted, stale }: { wanted: number; stale: string[] }) {
    this.#site = site
    this.#wanted = wanted
    this.#gone = new Set(stale)
  }

  /** Adds a batch, and records it when there are enough; what is `old` is recorded once it is made again. */
  async add(results: Rendered[], old: ReadonlySet<string>): Promise<void> {
    const { index, onLive, onProgress } = this.#site
    for (const result of results) this.#addOne(result)
    const live = results.filter(isOther).map(({ path }) => path)
    onLive?.(live, index.readersOf(live.filter(isPart)))
    const { rendered } = this.#counts
    onProgress?.(rendered, Math.max(rendered, this.#wanted))
    this.#unrecorded.push(...results.filter(({ path }) => !old.has(path)))
    if (this.#unrecorded.length >= Math.max(RECORD_EVERY, Math.ceil(this.#wanted / RECORDS)))
      await this.between(() => this.#record())
  }

  /** Does something to the records while none is being written. */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#records.run(work)
  }

  /** Removes what is no page any more, and records the rest. */
  async end(): Promise<Published> {
    const gone = [...this.#gone]
    await remove(this.#site, gone)
    for (const path of gone) this.#changed.add(path)
    await this.between(() => this.#record())
    return { ...this.#counts, failed: [...this.#failed.values()], removed: gone.length }
  }

  #addOne(result: Rendered): void {
    const { path, status } = result
    const { index } = this.#site
    // The old file stays, and so do the parts in it.
    if (status === 'failed') result.reads = readsText(index.partsOf(path))
    count(this.#counts, this.#site, result)
    if (status === 'failed') this.#failed.set(path, `${path}: ${result.reason}`)
    else this.#failed.delete(path)
    if (status === 'gone' && isThere(this.#site, path)) this.#gone.add(path)
    if (status !== 'gone') this.#gone.delete(path)
    if (isOther(result)) this.#changed.add(path)
    // Parts that are named after their content are written with the first page that contains them.
    const parts = status === 'written' ? namesIn(result.reads).filter(isPartFile) : []
    for (const part of parts) this.#changed.add(part)
  }

  /** Files are flushed before they are recorded: after a power cut nobody looks at recorded ones again (F38). */
  async #record(): Promise<void> {
    const { db, index, siteDir, changes } = this.#site
    // What was put off since it was made stays recorded as behind.
    const isBehind = (path: string) => changes !== undefined && index.late().has(path)
    const results = this.#unrecorded.filter(({ path }) => !isBehind(path))
    const files = [...this.#changed]
    this.#unrecorded = []
    this.#changed.clear()
    await flush(siteDir, files)
    await keepPages(db, this.#site, results)
  }
}

/** Whether the page's file is not what it was. */
const isOther = ({ status }: Rendered) => status === 'written' || status === 'gone'

function count(counts: Published, { index, stamp, onPart }: Site, result: Rendered): void {
  if (isPart(result.path)) {
    onPart?.(result.path)
    if ('fingerprint' in result)
      index.set(result.path, namesIn(result.reads), result.fingerprint, stamp)
    return
  }
  counts.rendered++
  if (result.status === 'failed') {
    index.set(result.path, namesIn(result.reads ?? ''), FAILED, stamp)
  } else if (result.status !== 'gone') {
    counts[result.status]++
    index.set(result.path, namesIn(result.reads), result.fingerprint, stamp)
  }
}

/** Whether the page is on the site, even if a crash kept it from being recorded. */
function isThere({ index, siteDir }: Site, path: string): boolean {
  return index.fingerprint(path) !== undefined || hasPage(siteDir, path)
}

/** Removals come last: a page goes when no live page links to it any more. */
async function remove({ db, siteId, siteDir, index, onLive }: Site, paths: string[]) {
  for (const path of paths) {
    await removePage(siteDir, path)
    index.delete(path)
  }
  onLive?.(paths, [])
  await forgetPages(db, siteId, paths)
}
