import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { yearInIndia } from '#lib/dates.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { buildId, loadApp } from './build-output.ts'
import { finishPage } from './finish-page.ts'
import { Lease } from './lease.ts'
import { allPaths } from './pages.ts'
import { ReadIndex, touchedBy } from './read-index.ts'
import { RenderPool } from './render-pool.ts'
import { renderBatch, type RenderSettings, type Task } from './renderer.ts'
import { hasPage, publishedPaths, removeLeftovers } from './site-files.ts'
import { changedNames, findSite, latestVersion, setSite, siteIdOf } from './site.ts'
import { NOTHING, type OnRendered, type Published, THREADS, writeSite } from './write-site.ts'

export type PublisherSettings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  productGate: 'open' | 'redirect'
  jobLeaseMs: number
}

export type PublisherOptions = {
  /** Render in this thread when no more pages than this are touched; a server never does. */
  inlineUpTo?: number | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Called with the paths of each batch that went live, so that a cache forgets them. */
  onLive?: ((paths: string[]) => void) | undefined
}

/** Up to which version, by whom, and what the pages read so far. */
type Work = { siteId: string; lease: Lease; version: number; index: ReadIndex }

/**
 * Keeps DATA_DIR/site equal to what the catalogue says: renders the pages that read what changed,
 * writes those whose bytes differ, and removes those that are no more.
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
  #isTidy = false

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
      async (siteId, lease) => {
        const site = await findSite(this.#db, siteId)
        const version = await latestVersion(this.#db)
        const isWhole = site.build === this.#stamp() && hasPage(this.#render.siteDir, '/')
        const names = isWhole ? await changedNames(this.#db, site.version, version) : undefined
        const index = await this.#indexFor(siteId, site.version, names)
        const touched = names && (await touchedBy(this.#db, index, names))
        const paths = touched && [...new Set([...touched, ...index.failed()])]
        if (site.version === version && paths?.length === 0) return NOTHING
        return this.#publish({ siteId, lease, version, index }, paths)
      },
      async (siteId) => this.#isLive(siteId),
    )
  }

  /** Renders every page and writes those whose bytes differ. */
  async publishAll(): Promise<Published> {
    return this.#underLease(
      async (siteId, lease) => {
        const site = await findSite(this.#db, siteId)
        const index = await this.#indexFor(siteId, site.version, undefined)
        const version = await latestVersion(this.#db)
        return this.#publish({ siteId, lease, version, index }, undefined)
      },
      async () => false,
    )
  }

  /** Versions of the catalogue that are not live yet; at least one when all pages are stale. */
  async lag(): Promise<number> {
    const site = await findSite(this.#db, siteIdOf(this.#settings))
    const lag = (await latestVersion(this.#db)) - site.version
    return site.build === this.#stamp() ? lag : Math.max(lag, 1)
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  /** Runs `work` as the only publisher of this folder, or waits until another one has done it. */
  async #underLease(
    work: (siteId: string, lease: Lease) => Promise<Published>,
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
      this.#tidy()
      const published = await work(siteId, lease)
      return { ...published, seconds: (performance.now() - start) / 1000 }
    } finally {
      await lease.release()
    }
  }

  /** What a crash left, once; a single command leaves that to the server. */
  #tidy(): void {
    if (this.#isTidy || this.#options.inlineUpTo !== undefined) return
    this.#isTidy = true
    removeLeftovers(this.#render.siteDir)
  }

  async #isLive(siteId: string): Promise<boolean> {
    const site = await findSite(this.#db, siteId)
    return site.build === this.#stamp() && site.version === (await latestVersion(this.#db))
  }

  /** Pages of another build, address or gate are stale as a whole, and those of another year. */
  #stamp(): string {
    const { origin, productGate } = this.#render
    return `${this.#build} ${origin} ${productGate} ${yearInIndia(Date.now())}`
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
    { siteId, lease, version, index }: Work,
    paths: string[] | undefined,
  ): Promise<Published> {
    const wanted = paths ?? (await allPaths(this.#db))
    // Files that a crash kept from being recorded count as well.
    const known = paths ? [] : [...index.paths(), ...publishedPaths(this.#render.siteDir)]
    const stale = without(new Set(known), wanted)
    const { onLive, onProgress } = this.#options
    const counts = await writeSite(
      { db: this.#db, siteId, siteDir: this.#render.siteDir, lease, index, onLive, onProgress },
      { wanted, stale },
      (batches, onDone) => this.#renderBatches(wanted.length, batches, onDone),
    )
    const live = { build: this.#stamp(), version }
    await setSite(this.#db, { id: siteId, owner: this.#owner }, live)
    this.#indexVersion = version
    return counts
  }

  /** In this thread when they are few, and this is no server; else in the pool's. */
  async #renderBatches(
    pages: number,
    batches: AsyncIterable<Task[]>,
    onDone: OnRendered,
  ): Promise<void> {
    if (pages <= (this.#options.inlineUpTo ?? -1)) {
      const app = await loadApp(finishPage)
      for await (const batch of batches)
        await onDone(await renderBatch(this.#db, app, this.#render, batch))
      return
    }
    await this.#pool.run(batches, THREADS, onDone)
  }
}

function without(paths: Iterable<string>, taken: string[]): string[] {
  const known = new Set(taken)
  return [...paths].filter((path) => !known.has(path))
}

/** Opens the publisher of DATA_DIR/site. @throws when the app has not been built */
export function openPublisher(
  settings: PublisherSettings,
  db: Kysely<Database>,
  options?: PublisherOptions,
): Publisher {
  return new Publisher(settings, db, options)
}
