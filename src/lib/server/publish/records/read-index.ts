import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import { isPart, isPartFile } from '#lib/server/publish/page-parts.ts'
import { pageName, pathsNamedBy } from '#lib/server/publish/pages.ts'
import { Readers } from './readers.ts'
import { namesIn } from '#lib/server/publish/rendered.ts'

/** In place of a fingerprint: the page could not be rendered, and its file may be out of date. */
export const FAILED = ''

/** In place of what a page was made for: it has changed since, and is made after the others. */
export const DEFERRED = 'late'

/** The most names and paths that one scan of the table looks for. */
const FEW = 40

/** With this many rows, no turn of the event loop takes 20 ms. */
const ROWS_A_TURN = 500

type PageRecord = { path: string; reads: string; fingerprint: string }

/** What is known about a page. */
type Known = { reads: string[]; fingerprint: string; stamp: string }

/** Finds the pages that read a name: what all pages read, turned round. */
export class ReadIndex {
  #readers = new Map<string, Readers>()
  #pages = new Map<string, Known>()
  #failed = new Set<string>()
  #late = new Set<string>()
  /** The stamp set last: nearly all pages have the same one, so they share the string. */
  #stamp = ''
  /** Whether it knows all pages. */
  isWhole = true

  /** Loads what the pages of a site read, a few at a time: a server can answer in between. */
  static async load(db: Db, siteId: string): Promise<ReadIndex> {
    const index = new ReadIndex()
    for (let after: string | undefined = ''; after !== undefined; await nextTurn()) {
      const rows: PageRecord[] = await db
        .selectFrom('page')
        .select(['path', 'reads', 'fingerprint'])
        .where('site_id', '=', siteId)
        .where('path', '>', after)
        .orderBy('path')
        .limit(ROWS_A_TURN)
        .execute()
      for (const row of rows) index.setRow(row)
      after = rows.length < ROWS_A_TURN ? undefined : rows.at(-1)?.path
    }
    return index
  }

  /**
   * Loads only what a change of these names needs: for few names, a scan in the database is much faster than
   * turning round what every page read.
   */
  static async loadFor(db: Db, siteId: string, names: Set<string>): Promise<ReadIndex> {
    const candidates = await pathsNamedBy(db, names)
    if (names.size + candidates.length > FEW) return ReadIndex.load(db, siteId)
    const index = new ReadIndex()
    const rows = await db
      .selectFrom('page')
      .select(['path', 'reads', 'fingerprint'])
      .where('site_id', '=', siteId)
      .where((eb) =>
        eb.or([
          // Finds too many: `readersOf` compares exactly.
          ...[...names].map((name) => eb('reads', 'like', `%${name}%`)),
          ...candidates.map((path) => eb('path', '=', path)),
          eb('fingerprint', '=', FAILED),
          eb('fingerprint', 'like', `% ${DEFERRED}`),
        ]),
      )
      .execute()
    // Only the whole index can tell which pages contain a part.
    if (rows.some(({ path }) => isPart(path))) return ReadIndex.load(db, siteId)
    index.isWhole = false
    for (const row of rows) index.setRow(row)
    return index
  }

  /** Adds a record of the table, whose `fingerprint` has the page's hash and what it was made for (`Publisher`). */
  setRow({ path, reads, fingerprint }: PageRecord): void {
    const [print = FAILED, stamp = ''] = fingerprint.split(' ')
    this.set(path, namesIn(reads), ownText(print), stamp)
  }

  set(path: string, reads: string[], fingerprint: string, stamp: string): void {
    if (fingerprint === FAILED) this.#failed.add(path)
    else this.#failed.delete(path)
    if (stamp === DEFERRED && fingerprint !== FAILED) this.#late.add(path)
    else this.#late.delete(path)
    this.#forgetReads(path)
    const own = reads.map((name) => {
      const readers = this.#readersOfName(name)
      readers.add(path)
      return readers.name
    })
    if (stamp !== this.#stamp) this.#stamp = ownText(stamp)
    this.#pages.set(path, { reads: own, fingerprint, stamp: this.#stamp })
  }

  delete(path: string): void {
    this.#forgetReads(path)
    this.#pages.delete(path)
    this.#failed.delete(path)
    this.#late.delete(path)
  }

  /** Whether the page was made for that build and address, and could be rendered. */
  isMadeFor(path: string, stamp: string): boolean {
    return this.#pages.get(path)?.stamp === stamp && !this.#failed.has(path)
  }

  /** All pages, without their parts. */
  paths(): Iterable<string> {
    return this.#pages.keys().filter((path) => !isPart(path))
  }

  /** Records of parts that no page has any more. */
  unusedParts(): string[] {
    return [...this.#pages.keys().filter((path) => isPart(path) && !this.isRead(path))]
  }

  /** The records of all parts that pages contain. */
  partFiles(): string[] {
    return [...this.#readers.keys().filter((name) => isPartFile(name) && this.isRead(name))]
  }

  /** Whether any page reads it. */
  isRead(name: string): boolean {
    return this.#countOf(name) > 0
  }

  /** The records of the parts that a page contains. */
  partsOf(path: string): string[] {
    return this.readsOf(path).filter(isPart)
  }

  /** Hash of the page as it was last written; undefined for a page that does not exist yet. */
  fingerprint(path: string): string | undefined {
    return this.#pages.get(path)?.fingerprint
  }

  /** Pages that could not be rendered; they are tried again until they can, also after a restart. */
  failed(): Iterable<string> {
    return this.#failed
  }

  /** Pages that are made after the others, except failed ones, which `failed` has. */
  late(): ReadonlySet<string> {
    return this.#late
  }

  readsOf(path: string): string[] {
    return this.#pages.get(path)?.reads ?? []
  }

  /** Pages that read any of the names. */
  readersOf(names: Iterable<string>): Set<string> {
    const paths = new Set<string>()
    for (const name of names) for (const path of this.#pathsReading(name)) paths.add(path)
    return paths
  }

  /** Pages that read `name` but not `current`; no page reads `current` without `name`. */
  readersWithout(name: string, current: string): string[] {
    if (this.#countOf(name) === this.#countOf(current)) return []
    const others = this.readersOf([name])
    for (const path of this.#pathsReading(current)) others.delete(path)
    return [...others]
  }

  #countOf(name: string): number {
    return this.#readers.get(name)?.count ?? 0
  }

  #pathsReading(name: string): Iterable<string> {
    const readers = this.#readers.get(name)
    if (!readers) return []
    if (readers.paths) return readers.paths
    const isReader = (path: string) => this.readsOf(path).includes(readers.name)
    return this.#pages.keys().filter(isReader)
  }

  #forgetReads(path: string): void {
    for (const name of this.readsOf(path)) this.#readers.get(name)?.delete(path)
  }

  #readersOfName(given: string): Readers {
    const known = this.#readers.get(given)
    if (known) return known
    const readers = new Readers(ownText(given))
    this.#readers.set(readers.name, readers)
    return readers
  }
}

/** A copy of the text: a slice would keep the whole line in memory that it was cut out of. */
const ownText = (text: string): string => Buffer.from(text).toString()

/** Pages that read one of the names, and new pages that the names may have created. */
export async function touchedBy(
  db: Db,
  index: ReadIndex,
  names: Set<string>,
): Promise<Set<string>> {
  const paths = index.readersOf(names)
  for (const path of await pathsNamedBy(db, names)) {
    // What a page read that could not be rendered is not known.
    const isUnknown = (index.fingerprint(path) ?? FAILED) === FAILED
    if (isUnknown || names.has(pageName(path))) paths.add(path)
  }
  return paths
}
