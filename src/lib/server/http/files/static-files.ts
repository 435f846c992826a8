import { statSync } from 'node:fs'
import { isPart, partName } from '#lib/server/publish/page-parts.ts'
import { partFile } from '#lib/server/publish/files/part-files.ts'
import { type Folders, filesOf, isStandIn } from './site-path.ts'
import { addGzip, loadEntry, type Origin, type StaticEntry } from './static-entry.ts'
import type { ContentCoding } from './accept-encoding.ts'
import { areCurrent } from './whole-file.ts'

/** How long a file replaced by another process may go unnoticed. */
const LOOK_AGAIN_MS = 500

/** Larger files are streamed: the feed of a large shop would fill the cache by itself. */
const LARGE_BYTES = 4 * 2 ** 20

/** A published file that is too large for memory. */
export type LargeFile = { largeFile: string; path: string }

type Options = Omit<Origin, 'siteDir'> & {
  folders: Folders
  /** Called when a picture is asked for that has not been made yet. */
  onStandIn?: (() => void) | undefined
  maxBytes?: number
  largeBytes?: number
}

/**
 * The published files, the build's and the pictures, in a cache of bounded size. Files in memory are found
 * without waiting; entries that were not used lately are evicted first.
 */
export class StaticFiles {
  #entries = new Map<string, StaticEntry>()
  #loading = new Map<string, Promise<StaticEntry | undefined>>()
  #bytes = 0
  #maxBytes: number
  #folders: Folders
  #origin: Origin
  #largeBytes: number
  #onStandIn: () => void

  constructor(options: Options) {
    const { folders, isOurScript, isTrial, onUnpacked, publicUrl } = options
    const { maxBytes = 128 * 2 ** 20, largeBytes = LARGE_BYTES } = options
    this.#folders = folders
    this.#origin = { publicUrl, isTrial, siteDir: folders.site, isOurScript, onUnpacked }
    this.#largeBytes = largeBytes
    this.#onStandIn = options.onStandIn ?? (() => {})
    this.#maxBytes = maxBytes
  }

  /** The file of a path, if it is in memory and unchanged on disk. `now` is in `performance.now()` time. */
  find(path: string, now: number): StaticEntry | undefined {
    const entry = this.#entries.get(path)
    if (entry === undefined) return undefined
    if (now - entry.checkedAt > LOOK_AGAIN_MS && !this.#isCurrent(entry, now)) return undefined
    entry.isUsed = true
    return entry
  }

  /** The file of a path, loaded if it is not in memory; undefined if there is none. */
  async load(path: string): Promise<StaticEntry | undefined> {
    const entry = this.find(path, performance.now())
    if (entry) return entry
    const running = this.#loading.get(path)
    if (running) return running
    const loading = this.#read(path).finally(() => this.#loading.delete(path))
    this.#loading.set(path, loading)
    return loading
  }

  /** The file of a path, if it is too large to keep in memory. */
  findLarge(path: string): LargeFile | undefined {
    if (!path.endsWith('.xml') || this.#entries.has(path)) return undefined
    for (const file of filesOf(this.#folders, path)) {
      const found = statSync(file, { throwIfNoEntry: false })
      if (found) return found.size > this.#largeBytes ? { largeFile: file, path } : undefined
    }
    return undefined
  }

  /** Makes sure that an encoding is available. @returns the encoding to send */
  async prepare(entry: StaticEntry, encoding: ContentCoding): Promise<ContentCoding> {
    if (encoding === 'gzip') {
      const added = await addGzip(entry)
      if (this.#entries.get(entry.path) === entry) this.#bytes += added
    }
    return entry.variants[encoding] ? encoding : 'identity'
  }

  /** Drops a path that this process has just republished; for a part, all pages that include it. */
  forget(path: string): void {
    if (isPart(path)) this.#forgetPart(partFile(this.#folders.site, partName(path)))
    const entry = this.#entries.get(path)
    if (entry) this.#drop(entry)
  }

  get bytes(): number {
    return this.#bytes
  }

  #forgetPart(part: string): void {
    for (const entry of this.#entries.values())
      if (entry.stamps.some(({ file }) => file === part)) this.#drop(entry)
  }

  #isCurrent(entry: StaticEntry, now: number): boolean {
    if (areCurrent(entry.stamps)) {
      entry.checkedAt = now
      return true
    }
    this.#drop(entry)
    return false
  }

  async #read(path: string): Promise<StaticEntry | undefined> {
    for (const file of filesOf(this.#folders, path)) {
      const entry = await loadEntry(file, path, this.#origin)
      if (!entry) continue
      if (!isStandIn(file, path)) return this.#keep(entry)
      this.#onStandIn()
      return entry
    }
    return undefined
  }

  #keep(entry: StaticEntry): StaticEntry {
    this.forget(entry.path)
    // One large file must not push out all others.
    if (entry.bytes > this.#maxBytes / 4) return entry
    this.#entries.set(entry.path, entry)
    this.#bytes += entry.bytes
    this.#makeRoom(entry)
    return entry
  }

  /** The clock algorithm: an entry used since the last pass gets another round. */
  #makeRoom(newest: StaticEntry): void {
    for (const entry of this.#entries.values()) {
      if (this.#bytes <= this.#maxBytes) return
      if (entry === newest) continue
      if (!entry.isUsed) {
        this.#drop(entry)
        continue
      }
      entry.isUsed = false
      this.#entries.delete(entry.path)
      this.#entries.set(entry.path, entry)
    }
  }

  #drop(entry: StaticEntry): void {
    if (this.#entries.get(entry.path) !== entry) return
    this.#entries.delete(entry.path)
    this.#bytes -= entry.bytes
  }
}
