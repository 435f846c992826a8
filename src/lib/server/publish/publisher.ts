import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { buildId, loadRender } from './build-output.ts'
import { Lease } from './lease.ts'
import { allPaths } from './pages.ts'
import { ReadIndex, touchedBy } from './read-index.ts'
import { RenderPool } from './render-pool.ts'
import { renderBatch, type Rendered, type RenderSettings, type Task } from './renderer.ts'
import { FAILED, failedPages, forgetPages, keepPages } from './records.ts'
import { hasPage, publishedPaths, removePage } from './site-files.ts'
import { changedNames, findSite, latestVersion, setSite, siteIdOf } from './site.ts'

/** What a publish did, as `shop publish` prints it. */
export type Published = {
  rendered: number
  written: number
  unchanged: number
  removed: number
  failed: string[]
  seconds: number
}

export type PublisherSettings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  productGate: 'open' | 'redirect'
  jobLeaseMs: number
}

export type PublisherOptions = {
  /** Render in this thread when no more pages than this are touched; a server never does. */
  inlineUpTo?: number
  onProgress?: (done: number, total: number) => void
  /** Called with the paths of each batch that went live, so that a cache forgets them. */
  onLive?: (paths: string[]) => void
}

const BATCH = 100
/** A crash renders again what was not recorded yet, so few and large transactions do. */
const RECORD_EVERY = 1000
const NOTHING: Published = {
  rendered: 0,
  written: 0,
  unchanged: 0,
  removed: 0,
  failed: [],
  seconds: 0,
}

/**
 * Keeps DATA_DIR/site equal to what the catalogue says: renders the pages that read what changed,
 * writes those whose bytes differ, and removes those that are no more (design, decision 3).
 */
export class Publisher {
  #db: Kysely<Database>
  #settings: PublisherSettings
  #options: PublisherOptions
  #render: RenderSettings
  #pool: RenderPool
  #index: ReadIndex | undefined
  #indexVersion = -1
  #build = buildId()
  #owner = randomUUID()

  constructor(settings: PublisherSettings, db: Kysely<Database>, options: PublisherOptions = {}) {
    this.#db = db
    this.#settings = settings
    this.#options = options
    const siteDir = join(settings.dataDir, 'site')
    mkdirSync(siteDir, { recursive: true })
    this.#render = { siteDir, origin: settings.publicUrl.origin, productGate: settings.productGate }
    this.#pool = new RenderPool(settings.databaseUrl, this.#render)
  }

  /** Publishes what changed since the last time, by whichever process; all when the build is new. */
  async publishPending(): Promise<Published> {
    return this.#underLease(
      async (siteId) => {
        const site = await findSite(this.#db, siteId)
        const version = await latestVersion(this.#db)
        const isWhole = site.build === this.#stamp() && hasPage(this.#render.siteDir, '/')
        const failed = isWhole ? await failedPages(this.#db, siteId) : []
        if (isWhole && site.version === version && failed.length === 0) return NOTHING
        const names = isWhole ? await changedNames(this.#db, site.version, version) : undefined
        const index = await this.#indexFor(siteId, site.version, names)
        const paths = names && (await touchedBy(this.#db, index, names, failed))
        return this.#publish(siteId, version, index, paths)
      },
      async (siteId) => this.#isLive(siteId),
    )
  }

  /** Renders every page and writes those whose bytes differ. */
  async publishAll(): Promise<Published> {
    return this.#underLease(
      async (siteId) => {
        const { version } = await findSite(this.#db, siteId)
        const index = await this.#indexFor(siteId, version, undefined)
        return this.#publish(siteId, await latestVersion(this.#db), index, undefined)
      },
      async () => false,
    )
  }

  /** Versions of the catalogue that are not live yet. */
  async lag(): Promise<number> {
    const site = await findSite(this.#db, siteIdOf(this.#settings))
    return (await latestVersion(this.#db)) - site.version
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  /** Runs `work` as the only publisher of this folder, or waits until another one has done it. */
  async #underLease(
    work: (siteId: string) => Promise<Published>,
    isDone: (siteId: string) => Promise<boolean>,
  ): Promise<Published> {
    const siteId = siteIdOf(this.#settings)
    await findSite(this.#db, siteId)
    const lease = new Lease(this.#db, siteId, this.#owner, this.#settings.jobLeaseMs)
    while (!(await lease.take())) {
      if (await isDone(siteId)) return NOTHING
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const start = performance.now()
    try {
      const published = await work(siteId)
      return { ...published, seconds: (performance.now() - start) / 1000 }
    } finally {
      await lease.release()
    }
  }

  async #isLive(siteId: string): Promise<boolean> {
    const site = await findSite(this.#db, siteId)
    return site.build === this.#stamp() && site.version === (await latestVersion(this.#db))
  }

  /** Pages of another build, address or gate are stale as a whole. */
  #stamp(): string {
    return `${this.#build} ${this.#render.origin} ${this.#render.productGate}`
  }

  /** What the pages read. A server keeps it all; a single command loads what it needs. */
  async #indexFor(siteId: string, version: number, names: Set<string> | undefined) {
    if (names && this.#options.inlineUpTo !== undefined) {
      return ReadIndex.loadFor(this.#db, siteId, names)
    }
    if (!this.#index || this.#indexVersion !== version) {
      this.#index = await ReadIndex.load(this.#db, siteId)
    }
    return this.#index
  }

  /** Renders `paths`, or all pages when it is undefined, and records that `version` is live. */
  async #publish(
    siteId: string,
    version: number,
    index: ReadIndex,
    paths: string[] | undefined,
  ): Promise<Published> {
    const wanted = paths ?? (await allPaths(this.#db))
    // Files that a crash kept from being recorded count as well.
    const known = paths ? [] : [...index.paths(), ...publishedPaths(this.#render.siteDir)]
    const stale = without(new Set(known), wanted)
    const counts = await this.#renderAll(siteId, index, wanted, stale)
    await setSite(this.#db, siteId, this.#stamp(), version)
    this.#indexVersion = version
    return counts
  }

  async #renderAll(
    siteId: string,
    index: ReadIndex,
    wanted: string[],
    stale: string[],
  ): Promise<Published> {
    const counts = { ...NOTHING, failed: [] as string[] }
    const gone = [...stale]
    let unrecorded: Rendered[] = []
    const record = async () => {
      await keepPages(this.#db, siteId, unrecorded)
      unrecorded = []
    }
    await this.#inBatches(toTasks(wanted, index), async (results) => {
      for (const result of results) {
        count(counts, index, result)
        if (result.status === 'gone' && this.#isThere(index, result.path)) gone.push(result.path)
      }
      this.#options.onLive?.(results.map(({ path }) => path))
      this.#options.onProgress?.(counts.rendered, wanted.length)
      unrecorded.push(...results)
      if (unrecorded.length >= RECORD_EVERY) await record()
    })
    await record()
    await this.#remove(siteId, index, gone)
    return { ...counts, removed: gone.length }
  }

  async #inBatches(tasks: Task[], onDone: (results: Rendered[]) => Promise<void>): Promise<void> {
    const batches = toBatches(tasks)
    if (tasks.length <= (this.#options.inlineUpTo ?? -1)) {
      const render = await loadRender()
      for (const batch of batches)
        await onDone(await renderBatch(this.#db, render, this.#render, batch))
      return
    }
    await this.#pool.run(batches, availableParallelism(), onDone)
  }

  /** A page that lies on the site, whether that was recorded or a crash came before. */
  #isThere(index: ReadIndex, path: string): boolean {
    return index.fingerprint(path) !== undefined || hasPage(this.#render.siteDir, path)
  }

  /** Removals come last: a page is gone only when nothing that is live links to it. */
  async #remove(siteId: string, index: ReadIndex, paths: string[]): Promise<void> {
    for (const path of paths) {
      removePage(this.#render.siteDir, path)
      index.delete(path)
    }
    this.#options.onLive?.(paths)
    await forgetPages(this.#db, siteId, paths)
  }
}

function toTasks(paths: string[], index: ReadIndex): Task[] {
  return paths.map((path) => ({ path, fingerprint: index.fingerprint(path) }))
}

/** Feed and sitemaps come by themselves: a page does not wait for them before it is live. */
function toBatches(tasks: Task[]): Task[][] {
  const pages = tasks.filter(({ path }) => !path.endsWith('.xml'))
  const files = tasks.filter(({ path }) => path.endsWith('.xml'))
  const batches: Task[][] = []
  for (let at = 0; at < pages.length; at += BATCH) batches.push(pages.slice(at, at + BATCH))
  return files.length > 0 ? [...batches, files] : batches
}

function without(paths: Iterable<string>, taken: string[]): string[] {
  const known = new Set(taken)
  return [...paths].filter((path) => !known.has(path))
}

function count(counts: Published, index: ReadIndex, result: Rendered): void {
  counts.rendered++
  if (result.status === 'failed') {
    counts.failed.push(`${result.path}: ${result.reason}`)
    index.set(result.path, [], FAILED)
  } else if (result.status !== 'gone') {
    counts[result.status]++
    index.set(result.path, result.reads, result.fingerprint)
  }
}

/** Opens the publisher of DATA_DIR/site. @throws when the app has not been built */
export function openPublisher(
  settings: PublisherSettings,
  db: Kysely<Database>,
  options?: PublisherOptions,
): Publisher {
  return new Publisher(settings, db, options)
}
