import { randomUUID } from 'node:crypto'
import { yearInIndia } from '#lib/dates.ts'
import { withTitles } from '#lib/server/catalogue/namesakes.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { processName } from '#lib/server/process-name.ts'
import { buildId } from '#lib/server/build/stamp.ts'
import { folderMarks, isFolderOf, markFolder } from '#lib/server/publish/files/folder-mark.ts'
import { forgetSite, forgetStamp } from '#lib/server/publish/records/records.ts'
import type { RenderSettings } from '#lib/server/publish/rendered.ts'
import { removeDiscarded, discardSite } from '#lib/server/publish/files/discarded-site.ts'
import { findSite, setSite, siteIdOf } from './site.ts'
import {
  asBegun,
  isBegun,
  isForOtherAddress,
  isFullyPublished,
  refuseOthers,
  type Stamp,
  stampOf,
} from './site-stamp.ts'

type Site = Awaited<ReturnType<typeof findSite>>

/** Time between checks that the folder is still the one that was published, with this year in its footer. */
const LOOK_CLOSELY_MS = 1000

/** What is recorded about the published folder: the build and address it was made for, and its version. */
export class SiteState {
  #db: Db
  #settings: Parameters<typeof siteIdOf>[0]
  #render: RenderSettings
  #build = buildId()
  /** Identifies this publisher among those that work on the folder. */
  readonly owner = `${processName()} ${randomUUID()}`
  #id: string | undefined
  #removing: Promise<void> = Promise.resolve()
  /** Until this time, `lag` looks for nothing but another version of the catalogue. */
  #still = { version: -1, until: 0 }

  constructor(db: Db, settings: Parameters<typeof siteIdOf>[0], render: RenderSettings) {
    this.#db = db
    this.#settings = settings
    this.#render = render
  }

  get id(): string {
    this.#id ??= siteIdOf(this.#settings)
    return this.#id
  }

  find(): Promise<Site> {
    return findSite(this.#db, this.id)
  }

  /** The stamp of pages that are made now. */
  stamp(): Stamp {
    return stampOf(this.#build, this.#render, yearInIndia(Date.now()))
  }

  /** Whether all pages of the folder were made for this build and address. */
  isWhole({ build }: Site, stamp = this.stamp()): boolean {
    return isFullyPublished(this.#render.siteDir, build, stamp)
  }

  /** Whether the folder has never been published completely. */
  async isFirst(): Promise<boolean> {
    return (await this.find()).build === ''
  }

  /** Whether the folder is up to date with the catalogue. */
  async isLive(): Promise<boolean> {
    const site = await this.find()
    return this.isWhole(site) && site.version === (await latestVersion(this.#db))
  }

  /** The number of catalogue versions that are not live yet; at least one when all pages are stale. */
  async lag(): Promise<number> {
    const version = await latestVersion(this.#db)
    const now = Date.now()
    if (version === this.#still.version && now < this.#still.until) return 0
    const site = await this.find()
    const lag = this.isWhole(site) ? version - site.version : Math.max(version - site.version, 1)
    if (lag === 0) this.#still = { version, until: now + LOOK_CLOSELY_MS }
    return lag
  }

  /** Removes pages of another address or gate, which nobody may see: they are rendered on request then. */
  async dropOthers(): Promise<void> {
    const { build } = await this.find()
    const { siteDir } = this.#render
    if (isForOtherAddress(build, this.#render)) discardSite(siteDir)
    this.#removing = removeDiscarded(siteDir)
  }

  /** Waits until what was taken away is deleted from the disk, too. */
  async close(): Promise<void> {
    await this.#removing
  }

  /** @throws when the folder is published for another address or gate */
  refuseOthers({ build }: Site): void {
    refuseOthers(build, this.#render)
  }

  /**
   * The names that have changed since the pages were last complete. Before the first complete publish none are
   * known: the records are deleted and names are known from then on, so that a publish that is killed can go
   * on.
   * @returns undefined when they are not known; then there are no records any more
   */
  async namesSince(site: Site, version: number): Promise<Set<string> | undefined> {
    const isKnown = site.build !== '' || site.version > 0
    if (isKnown && site.version <= version && isFolderOf(this.#render.siteDir, site.build)) {
      const names = await changedNames(this.#db, site.version, version)
      return names && withTitles(this.#db, names)
    }
    markFolder(this.#render.siteDir, [])
    await forgetSite(this.#db, site.id)
    await this.#set({ build: '', version })
    return undefined
  }

  /** The names that have changed since a version, and the version of now; undefined if none, or if they are not known. */
  async changedSince(
    version: number,
  ): Promise<{ version: number; names: Set<string> } | undefined> {
    const now = await latestVersion(this.#db)
    const names = now > version ? await changedNames(this.#db, version, now) : undefined
    return names && { version: now, names: await withTitles(this.#db, names) }
  }

  /**
   * Must be called before pages of `stamp` are written into a folder that is not whole. If that publish is killed
   * and the former build starts again, it finds pages of both there, and not all of them are recorded: then what
   * was made for `stamp` counts as made for nobody.
   * @throws {LeaseLost}
   */
  async beginStamp({ id, build, version }: Site, stamp: Stamp): Promise<void> {
    if (build === '' || isBegun(build, stamp)) return
    if (isBegun(build)) await forgetStamp(this.#db, id, stamp.page)
    await this.#set({ build: asBegun(build, stamp), version })
  }

  /** Records that everything up to a version is live. @throws {LeaseLost} */
  async setLive(stamp: Stamp, version: number): Promise<void> {
    const { siteDir } = this.#render
    const mark = randomUUID()
    const known = folderMarks(siteDir)
    markFolder(siteDir, [...known.slice(-1), mark])
    await this.#set({ build: `${stamp.site} ${mark}`, version })
    markFolder(siteDir, [mark])
  }

  #set(live: { build: string; version: number }): Promise<void> {
    return setSite(this.#db, { id: this.id, owner: this.owner }, live)
  }
}
