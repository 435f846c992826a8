import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import { isPart } from '#lib/server/publish/page-parts.ts'
import { pathsNamedBy } from '#lib/server/publish/pages.ts'
import { Readers } from './readers.ts'
import { namesIn } from '#lib/server/publish/rendered.ts'

/** In place of a fingerprint: the page could not be rendered, and what lies there may be old. */
export const FAILED = ''

/** In place of what a page was made for: it was changed since, and follows behind the others. */
export const DEFERRED = 'late'

/** Names and paths that one scan may look for. */
const FEW = 40

/** Of so many not one turn of the loop takes 20 ms. */
const ROWS_A_TURN = 500

type PageRecord = { path: string; reads: string; fingerprint: string }

/** What is known of a page. */
type Known = { reads: string[]; fingerprint: string; stamp: string }

/** Which pages read a name: the recorded reads of all pages, turned round. */
export class ReadIndex {
  #readers = new Map<string, Readers>()
  #pages = new Map<string, Known>()
  #failed = new Set<string>()
  #late = new Set<string>()
  /** The last one that was told: nearly all pages have the same. */
  #stamp = ''
  /** Whether it knows all pages. */
  isWhole = true

  /** Loads what the pages of a site recorded, some at a time: a server answers between them. */
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
   * Loads only what a change of these names needs: for few names a scan in the database is much
   * faster than to turn round what every page read.
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
          // More than those that read the name: `readersOf` compares to the letter.
          ...[...names].map((name) => eb('reads', 'like', `%${name}%`)),
          ...candidates.map((path) => eb('path', '=', path)),
          eb('fingerprint', '=', FAILED),
          eb('fingerprint', 'like', `% ${DEFERRED}`),
        ]),
      )
      .execute()
    // Which pages have a part, only the whole index tells.
    if (rows.some(({ path }) => isPart(path))) return ReadIndex.load(db, siteId)
    index.isWhole = false
    for (const row of rows) index.setRow(row)
    return index
  }

  /** As it was recorded: the page's hash, and what it was made for (`Publisher`). */
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

  /** Whether the page is of that build and address, and could be rendered. */
  isMadeFor(path: string, stamp: string): boolean {
    return this.#pages.get(path)?.stamp === stamp && !this.#failed.has(path)
  }

  /** All pages; parts of them stand for themselves. */
  paths(): Iterable<string> {
    return this.#pages.keys().filter((path) => !isPart(path))
  }

  /** Records of parts that no page has any more. */
  unusedParts(): string[] {
    return [...this.#pages.keys().filter((path) => isPart(path) && !this.isRead(path))]
  }

  /** Whether any page reads it. */
  isRead(name: string): boolean {
    return this.#countOf(name) > 0
  }

  /** The parts that a page has, by their records. */
  partsOf(path: string): string[] {
    return this.readsOf(path).filter(isPart)
  }

  /** Hash of the page as it was written last; undefined for a page that there is not yet. */
  fingerprint(path: string): string | undefined {
    return this.#pages.get(path)?.fingerprint
  }

  /** Pages that could not be rendered, to be tried again until they can, also after a restart. */
  failed(): Iterable<string> {
    return this.#failed
  }

  /** Pages that follow behind the others; one that failed comes with the others that did. */
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

  /** Pages that read `name` but not `current`, which nobody reads without it. */
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

/** As a text of its own: a piece would keep the whole line in memory that it was cut out of. */
const ownText = (text: string): string => Buffer.from(text).toString()

/** Pages that read one of the names, and those that the names may bring into being. */
export async function touchedBy(
  db: Db,
  index: ReadIndex,
  names: Set<string>,
): Promise<Set<string>> {
  const paths = index.readersOf(names)
  for (const path of await pathsNamedBy(db, names)) {
    if (index.fingerprint(path) === undefined) paths.add(path)
  }
  return paths
}
