import type { Db } from '#lib/server/database/schema.ts'
import { DeferredPages } from './deferred-pages.ts'
import { publishedPaths } from './files/site-files.ts'
import { lostPages, lostParts } from './lost-files.ts'
import { ReadIndex } from './records/read-index.ts'

/** An index of reads, and those of its pages that are made later. */
type Late = { index: ReadIndex; pages: DeferredPages }

/** What a publisher knows of the pages in its folder: a server keeps it all, a command loads what it needs. */
export class KnownPages {
  #db: Db
  #siteDir: string
  #isCommand: boolean
  #looks: boolean
  #index: ReadIndex | undefined
  /** The version of the catalogue up to which the index is complete. */
  #version = -1
  #late: Late | undefined
  #hasLooked = false

  constructor(
    db: Db,
    siteDir: string,
    { isCommand, looks }: { isCommand: boolean; looks: boolean },
  ) {
    this.#db = db
    this.#siteDir = siteDir
    this.#isCommand = isCommand
    this.#looks = looks
  }

  /** Loads what the pages read; given `names`, a command loads only what a change of these needs. */
  async load(siteId: string, version: number, names: Set<string> | undefined): Promise<ReadIndex> {
    if (names && this.#isCommand && !this.#looks) return ReadIndex.loadFor(this.#db, siteId, names)
    if (!this.#index || this.#version !== version) {
      this.#index = await ReadIndex.load(this.#db, siteId)
    }
    return this.#index
  }

  /** Has everything loaded again: another process has published meanwhile, or not all could be recorded. */
  forget(): void {
    this.#late?.pages.drop()
    this.#late = undefined
    this.#index = undefined
    this.#hasLooked = false
  }

  /** Notes that all pages are live up to this version. */
  setVersion(version: number): void {
    this.#version = version
  }

  get hasLate(): boolean {
    return (this.#index?.late().size ?? 0) > 0
  }

  /** What is still to be made later; undefined when nothing is. */
  late(siteId: string): Late | undefined {
    return this.#index && this.hasLate ? this.#lateOf(siteId, this.#index) : undefined
  }

  /** The paths to make now: a server puts off feed and sitemaps; a command, which ends afterwards, does not. */
  async putOff(siteId: string, index: ReadIndex, paths: string[]): Promise<string[]> {
    return this.#isCommand ? paths : this.#lateOf(siteId, index).pages.putOff(paths)
  }

  /**
   * What another process left undone. For a command: what a server would have made later. Once, also for those
   * who look at all files: pages that a crash kept from being recorded, which nothing else would remove when they
   * no longer exist, and those of which files are lost.
   */
  leftOver(index: ReadIndex): Iterable<string> {
    const late = this.#isCommand ? index.late() : []
    if (this.#hasLooked || !this.#looks) return late
    this.#hasLooked = true
    const published = publishedPaths(this.#siteDir)
    const unrecorded = published.filter((path) => index.fingerprint(path) === undefined)
    const lost = [...lostPages(index, published), ...lostParts(index, this.#siteDir)]
    return [...late, ...unrecorded, ...lost]
  }

  #lateOf(siteId: string, index: ReadIndex): Late {
    if (this.#late?.index !== index) {
      this.#late = { index, pages: new DeferredPages(this.#db, { siteId, index }) }
    }
    return this.#late
  }
}
