import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { KnownPages } from './known-pages.ts'
import type { PartRounds } from './part-rounds.ts'
import { type ReadIndex, touchedBy } from './records/read-index.ts'
import type { SiteState } from './site/site-state.ts'

/** Time between two looks while pages are rendered. */
const LOOK_EVERY_MS = 50

type Followed = {
  db: Kysely<Database>
  state: Pick<SiteState, 'changedSince'>
  known: Pick<KnownPages, 'putOff'>
  siteId: string
  index: ReadIndex
  rounds: PartRounds
}

/** Follows the catalogue while a publish runs, so that an edit does not wait until thousands of pages are made. */
export class FollowChanges {
  #on: Followed
  #version: number
  #lookedAt = performance.now()

  /** @param version that of the catalogue for which the pages to render were found */
  constructor(on: Followed, version: number) {
    this.#on = on
    this.#version = version
  }

  /** The version that is live once all pages are rendered that this has given so far. */
  get version(): number {
    return this.#version
  }

  /** The names that have changed since the last look; undefined for none, and when the last look was just now. */
  async look(): Promise<Set<string> | undefined> {
    // An index of some pages cannot tell which others a change concerns: the next publish follows it.
    const { index, state } = this.#on
    if (!index.isWhole || performance.now() - this.#lookedAt < LOOK_EVERY_MS) return undefined
    const changed = await state.changedSince(this.#version)
    this.#lookedAt = performance.now()
    if (!changed) return undefined
    this.#version = changed.version
    return changed.names
  }

  /** The pages to render because these names have changed. */
  async pagesOf(names: Set<string>): Promise<string[]> {
    return this.pagesFor([...(await touchedBy(this.#on.db, this.#on.index, names))])
  }

  /** The pages to render so that these pages and parts are up to date, without those that are made later. */
  async pagesFor(paths: string[]): Promise<string[]> {
    const { known, siteId, index, rounds } = this.#on
    return rounds.add(await known.putOff(siteId, index, paths))
  }
}
