import type { Db } from '#lib/server/database/schema.ts'
import type { KnownPages } from './known-pages.ts'
import { MANY } from './page-queue.ts'
import { isPart, isPartFor } from './page-parts.ts'
import type { PartRounds } from './part-rounds.ts'
import { type ReadIndex, touchedBy } from './records/read-index.ts'
import type { SiteState } from './site/site-state.ts'

/** Time between two looks while pages are rendered. */
const LOOK_EVERY_MS = 50

type Followed = {
  db: Db
  state: Pick<SiteState, 'changedSince'>
  known: Pick<KnownPages, 'putOff'>
  siteId: string
  index: ReadIndex
  rounds: PartRounds
  stamp: string
}

/** Follows the catalogue while a publish runs, so that an edit does not wait until thousands of pages are made. */
export class FollowChanges {
  #on: Followed
  #version: number
  #lookedAt = performance.now()
  /** How many pages the changes may still bring. */
  #room = 0

  /** @param version that of the catalogue for which the pages to render were found */
  constructor(on: Followed, version: number) {
    this.#on = on
    this.#version = version
  }

  /** The version that is live once all pages are rendered that this has given so far. */
  get version(): number {
    return this.#version
  }

  /**
   * Called when so many pages begin. Changes may bring as many more: what comes after these, or while few pages are
   * made, is for the next publish, so that each one ends.
   */
  begin(pages: number): void {
    this.#room = pages > MANY ? pages : 0
  }

  /** The names that have changed since the last look; undefined for none, and when the last look was just now. */
  async look(): Promise<Set<string> | undefined> {
    // An index of some pages cannot tell which others a change concerns: the next publish follows it.
    const { index, state } = this.#on
    if (!index.isWhole || this.#room <= 0) return undefined
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS) return undefined
    const changed = await state.changedSince(this.#version)
    this.#lookedAt = performance.now()
    if (!changed) return undefined
    this.#version = changed.version
    return changed.names
  }

  /** The pages to render because these names have changed. */
  async pagesOf(names: Set<string>): Promise<string[]> {
    const { db, index, stamp } = this.#on
    const touched = [...(await touchedBy(db, index, names))]
    // All pages that still have a part of another build are being made already.
    const isNow = (path: string) => !isPart(path) || isPartFor(path, stamp)
    const pages = await this.pagesFor(touched.filter(isNow))
    this.#room -= pages.length
    return pages
  }

  /** The pages to render so that these pages and parts are up to date, without those that are made later. */
  async pagesFor(paths: string[]): Promise<string[]> {
    const { known, siteId, index, rounds } = this.#on
    return rounds.add(await known.putOff(siteId, index, paths))
  }
}
