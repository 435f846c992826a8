import type { Db } from '#lib/server/database/schema.ts'
import { loadApp } from './app/build-output.ts'
import { removeUnusedParts } from './files/part-files.ts'
import { hasPage, publishedPaths } from './files/site-files.ts'
import { finishPage } from './finish-page.ts'
import type { KnownPages } from './known-pages.ts'
import { FollowChanges } from './follow-changes.ts'
import { partRecord } from './page-parts.ts'
import { MANY, THREADS } from './page-queue.ts'
import { allPaths } from './pages.ts'
import { PartRounds } from './part-rounds.ts'
import { FAILED, type ReadIndex } from './records/read-index.ts'
import { forgetPages } from './records/records.ts'
import { CatalogueCache } from './render/catalogue-cache.ts'
import type { RenderPool } from './render/render-pool.ts'
import { renderBatch } from './render/renderer.ts'
import type { RenderSettings, RenderTask } from './rendered.ts'
import type { SharedLease } from './site/lease.ts'
import type { Stamp } from './site/site-stamp.ts'
import type { SiteState } from './site/site-state.ts'
import { type OnLive, type Published, sumOf } from './published.ts'
import { type OnRendered, writeSite } from './write-site.ts'

/** The folder and its lease, the version to publish, what the pages have read so far, and what they are made for. */
export type Work = {
  siteId: string
  lease: SharedLease
  version: number
  index: ReadIndex
  stamp: Stamp
}

/** Where pages come from and go to. */
type Site = {
  db: Db
  render: RenderSettings
  pool: RenderPool
  known: KnownPages
  state: SiteState
}

export type WritingOptions = {
  /** Render in this thread when no more pages than this are touched; set only by commands, never by a server. */
  inlineUpTo?: number | undefined
  /** Render in this thread, however many pages there are, and be a server for all that. */
  rendersHere?: boolean | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Called when a batch went live, so that a cache forgets it. */
  onLive?: OnLive | undefined
}

/** Renders and writes pages for whoever holds the folder's lease. */
export class PagePublishing {
  #db: Db
  #render: RenderSettings
  #pool: RenderPool
  #known: KnownPages
  #state: SiteState
  #options: WritingOptions

  constructor({ db, render, pool, known, state }: Site, options: WritingOptions) {
    this.#db = db
    this.#render = render
    this.#pool = pool
    this.#known = known
    this.#state = state
    this.#options = options
  }

  /** Renders the pages that are left to do or missing, and `further` ones and parts, and removes what is no page any more. */
  async renderAll(
    work: Work,
    isLeft: (path: string) => boolean,
    further: string[] = [],
  ): Promise<Published> {
    const all = await allPaths(this.#db)
    // Includes files that a crash kept from being recorded.
    const known = [...work.index.paths(), ...publishedPaths(this.#render.siteDir)]
    const isThere = (path: string) => hasPage(this.#render.siteDir, path)
    const wanted = all.filter((path) => isLeft(path) || !isThere(path))
    return this.renderSome(work, [...wanted, ...further], without(new Set(known), all))
  }

  /**
   * Renders the `wanted` pages, removes the `stale` ones, and records that the version is live, or a later one if
   * the catalogue has changed meanwhile.
   */
  async renderSome(work: Work, wanted: string[], stale: string[]): Promise<Published> {
    const { siteId, lease, index, stamp } = work
    const [state, known] = [this.#state, this.#known]
    const { siteDir } = this.#render
    const { onLive, onProgress } = this.#options
    const rounds = new PartRounds(index, stamp.page)
    const site = { db: this.#db, siteId, stamp: stamp.page, siteDir, lease, index }
    const changes = new FollowChanges({ ...site, state, known, rounds }, work.version)
    const told = { ...site, onLive, onProgress, onPart: rounds.noteMade, changes }
    const write = (paths: string[], gone: string[]) => {
      changes.begin(paths.length)
      return writeSite(told, { wanted: paths, stale: gone }, (...how) =>
        this.#renderBatches(paths.length, ...how),
      )
    }
    let counts = await write(rounds.add(wanted), stale)
    for (let paths = rounds.next(); paths.length > 0; paths = rounds.next())
      counts = sumOf(counts, await write(paths, []))
    await this.#removeUnusedParts(siteId, index)
    await state.setLive(stamp, changes.version)
    known.setVersion(changes.version)
    // A later round may have made what failed in an earlier one.
    const failed = new Map(counts.failed.map((line) => [line.slice(0, line.indexOf(': ')), line]))
    const isFailed = (path: string) => index.fingerprint(path) === FAILED
    return {
      ...counts,
      failed: [...failed].flatMap(([path, line]) => (isFailed(path) ? line : [])),
    }
  }

  /** Only an index of all pages can tell which parts are unused. */
  async #removeUnusedParts(siteId: string, index: ReadIndex): Promise<void> {
    if (!index.isWhole) return
    const unused = index.unusedParts()
    unused.forEach((part) => index.delete(part))
    await forgetPages(this.#db, siteId, unused)
    removeUnusedParts(this.#render.siteDir, (name) => index.isRead(partRecord(name)))
  }

  /** Renders in this thread if that was asked for, as by a command with few pages, else in the threads of the pool. */
  async #renderBatches(
    pages: number,
    batches: AsyncIterable<RenderTask[]>,
    onDone: OnRendered,
  ): Promise<void> {
    if (this.#options.rendersHere || pages <= (this.#options.inlineUpTo ?? -1)) {
      const app = await loadApp(finishPage)
      const kept = new CatalogueCache(this.#db, false)
      for await (const batch of batches)
        await onDone(await renderBatch(this.#db, app, this.#render, batch, kept))
      return
    }
    // Starting a second thread takes longer than rendering them all in one.
    await this.#pool.run(batches, pages > MANY ? THREADS : 1, onDone)
  }
}

function without(paths: Iterable<string>, taken: string[]): string[] {
  const known = new Set(taken)
  return [...paths].filter((path) => !known.has(path))
}
