import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { removeLeftovers } from './files/site-files.ts'
import { KnownPages } from './known-pages.ts'
import { lostParts } from './lost-files.ts'
import { isPart } from './page-parts.ts'
import { PagePublishing, type WritingOptions } from './publish-pages.ts'
import { DEFERRED, touchedBy } from './records/read-index.ts'
import { RenderPool } from './render/render-pool.ts'
import type { RenderSettings } from './rendered.ts'
import { Lease, SharedLease } from './site/lease.ts'
import { SiteState } from './site/site-state.ts'
import { NOTHING_PUBLISHED, type Published } from './published.ts'
import { writeSite } from './write-site.ts'

export type PublisherSettings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  productGate: 'open' | 'redirect'
  cartGate: 'open' | 'signin'
  jobLeaseMs: number
}

export type PublisherOptions = WritingOptions & {
  /** Called while another process publishes this folder, with the seconds spent waiting so far. */
  onWait?: ((seconds: number) => void) | undefined
  /** Whether a command looks for files that were deleted by hand, too, as a server does once. */
  looks?: boolean | undefined
}

/**
 * Keeps DATA_DIR/site equal to what the catalogue says: renders the pages that read what changed, writes those
 * whose bytes differ, and removes those that no longer exist.
 */
export class Publisher {
  #db: Db
  #settings: PublisherSettings
  #options: PublisherOptions
  #render: RenderSettings
  #pool: RenderPool
  #known: KnownPages
  #state: SiteState
  #pages: PagePublishing
  #isTidy = false
  #lease: SharedLease | undefined

  /** @throws when the app has not been built */
  constructor(settings: PublisherSettings, db: Db, options: PublisherOptions = {}) {
    this.#db = db
    this.#settings = settings
    this.#options = options
    const siteDir = join(settings.dataDir, 'site')
    const { productGate, cartGate } = settings
    this.#render = { siteDir, origin: settings.publicUrl.origin, productGate, cartGate }
    this.#pool = new RenderPool(settings.databaseUrl, this.#render)
    this.#state = new SiteState(db, settings, this.#render)
    this.#known = new KnownPages(db, siteDir, {
      isCommand: this.#isCommand,
      looks: options.looks ?? !this.#isCommand,
    })
    const site = { db, render: this.#render, pool: this.#pool, known: this.#known }
    this.#pages = new PagePublishing({ ...site, state: this.#state }, options)
  }

  /**
   * Publishes what has changed since the last publish, whichever process that was. If build, address or folder
   * have changed, it publishes every page that was not made for the new ones yet: a publish that was killed
   * goes on where it stopped.
   */
  async publishPending(): Promise<Published> {
    return this.#underLease(
      async (siteId, lease) => {
        const site = await this.#findOurs()
        const version = await latestVersion(this.#db)
        const stamp = this.#state.stamp()
        const isWhole = this.#state.isWhole(site, stamp)
        const names = await this.#state.namesSince(site, version)
        if (!names) this.#known.forget()
        else if (!isWhole) await this.#begin(site, stamp)
        const index = await this.#known.load(siteId, site.version, isWhole ? names : undefined)
        const touched = names && (await touchedBy(this.#db, index, names))
        const work = { siteId, lease, version, index, stamp }
        if (!touched) return this.#pages.renderAll(work, () => true)
        if (!isWhole) {
          const isLeft = (path: string) => touched.has(path) || !index.isMadeFor(path, stamp.page)
          const lost = lostParts(index, this.#render.siteDir)
          return this.#pages.renderAll(work, isLeft, [...[...touched].filter(isPart), ...lost])
        }
        const all = [...new Set([...touched, ...index.failed(), ...this.#known.leftOver(index)])]
        if (site.version === version && all.length === 0) return NOTHING_PUBLISHED
        return this.#pages.renderSome(work, await this.#known.putOff(siteId, index, all), [])
      },
      () => this.#state.isLive(),
    )
  }

  /** Whether `publishLate` has anything to do. */
  get hasLate(): boolean {
    return this.#known.hasLate
  }

  /** Publishes feed and sitemaps, which were put off, while further edits go live. */
  async publishLate(): Promise<Published> {
    return this.#underLease(
      async (siteId, lease) => {
        const late = this.#known.late(siteId)
        if (!late) return NOTHING_PUBLISHED
        const { index, pages } = late
        const paths = pages.begin()
        const { siteDir } = this.#render
        const { onLive } = this.#options
        const site = { db: this.#db, siteId, siteDir, lease, index, stamp: DEFERRED, onLive }
        const published = await writeSite(
          { ...site, onProgress: undefined },
          { wanted: paths, stale: [] },
          (batches, onDone) => this.#pool.run(batches, 1, onDone),
        )
        await pages.recordMade(paths, this.#state.stamp().page)
        return published
      },
      async () => true,
    )
  }

  /** Renders every page and writes those whose bytes differ. */
  async publishAll(): Promise<Published> {
    return this.#underLease(
      async (siteId, lease) => {
        const site = await this.#findOurs()
        const stamp = this.#state.stamp()
        if (!this.#state.isWhole(site, stamp)) await this.#begin(site, stamp)
        const index = await this.#known.load(siteId, site.version, undefined)
        const version = await latestVersion(this.#db)
        const work = { siteId, lease, version, index, stamp }
        return this.#pages.renderAll(work, () => true)
      },
      async () => false,
    )
  }

  /** Gets ready to publish at once what somebody, who has just come to the desk, may be about to change. */
  warm(): void {
    this.#pool.warm()
  }

  /** What is recorded about the folder. */
  get state(): Pick<SiteState, 'dropOthers' | 'isFirst' | 'lag'> {
    return this.#state
  }

  async close(): Promise<void> {
    await this.#pool.close()
    await this.#state.close()
  }

  /** Runs `work` as the only publisher of this folder, or waits until another one has done it. */
  async #underLease(
    work: (siteId: string, lease: SharedLease) => Promise<Published>,
    isDone: () => Promise<boolean>,
  ): Promise<Published> {
    const { id: siteId } = await this.#state.find()
    this.#lease ??= new SharedLease(
      new Lease(this.#db, siteId, this.#state.owner, this.#settings.jobLeaseMs),
    )
    const lease = this.#lease
    const askedAt = performance.now()
    while (!(await lease.take())) {
      if (await isDone()) return NOTHING_PUBLISHED
      this.#options.onWait?.((performance.now() - askedAt) / 1000)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const start = performance.now()
    try {
      // The folder may have been deleted by hand.
      mkdirSync(this.#render.siteDir, { recursive: true })
      this.#tidy()
      const published = await work(siteId, lease)
      return { ...published, seconds: (performance.now() - start) / 1000 }
    } catch (error) {
      // It may know more than was recorded: the next publish starts from the records.
      this.#known.forget()
      throw error
    } finally {
      await lease.release()
    }
  }

  /** Notes that pages of another stamp come into the folder; the records may change by that. */
  async #begin(...begun: Parameters<SiteState['beginStamp']>): Promise<void> {
    await this.#state.beginStamp(...begun)
    this.#known.forget()
  }

  /** Whether this process publishes once and then ends. */
  get #isCommand(): boolean {
    return this.#options.inlineUpTo !== undefined
  }

  /** Removes what a crash left, once; a command leaves that to the server. */
  #tidy(): void {
    if (this.#isTidy || this.#isCommand) return
    this.#isTidy = true
    removeLeftovers(this.#render.siteDir)
  }

  /** The folder's record. @throws when a command has other settings than those the folder is published for */
  async #findOurs() {
    const site = await this.#state.find()
    if (this.#isCommand) this.#state.refuseOthers(site)
    return site
  }
}
