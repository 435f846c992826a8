import { hash } from 'node:crypto'
import type { KeepPart } from '#lib/server/catalogue/reads/recorded-reads.ts'
import { hasMark, isShared, newMark, type Part, partOf, type Piece } from './finish-page.ts'
import { type Rendered, readsText } from './rendered.ts'
import { holdsPart, writePart } from './files/part-files.ts'

/** Prefix of a part's record: parts are recorded like pages, with what they read and their fingerprint. */
const RECORD = 'part:'

/** The name by which the reads of pages, and the records, know a part. */
export const partRecord = (name: string): string => RECORD + name

/** Whether a record, or a read, is that of a part. */
export const isPart = (path: string): boolean => path.startsWith(RECORD)

/** Whether the record is of a part's file, not of what the part needs from its pages (partWants). */
export const isPartFile = (record: string): boolean => isPart(record) && !record.includes('#')

/** Whether the part is made for this build and address (`stamp`). */
export const isPartFor = (record: string, stamp: string): boolean => record.endsWith(`.${stamp}`)

/** The name of the part that a record is of. */
export const partName = (record: string): string => record.slice(RECORD.length)

/**
 * What pages read of a part that needs these islands and scripts from them; its other changes do not concern
 * them.
 */
export const partWants = (record: string, fingerprint: string): string =>
  `${record}#${fingerprint.split('.')[1]}`

/** The parts that the pages of a batch share: each is rendered once, and written before its pages. */
export class PageParts {
  #siteDir: string
  #stamp: string
  #made = new Map<string, ReturnType<KeepPart>>()
  #byMark = new Map<string, Part>()
  #names = new Set<string>()
  #written = new Set<string>()
  /** What the parts read, to be recorded. */
  readonly rendered: Rendered[] = []

  /** Parts belong to one build and address (`stamp`); those of another are kept beside them. */
  constructor(siteDir: string, stamp: string) {
    this.#siteDir = siteDir
    this.#stamp = stamp
  }

  /** Keeps and writes a part that was rendered. @returns the mark that stands for it until the page is finished */
  readonly keep: KeepPart = (key, rendered, reads) => {
    const known = this.#made.get(key)
    if (known) return known
    const name = `${encodeURIComponent(key)}.${this.#stamp}`
    const record = partRecord(name)
    const part = partOf(name, rendered)
    if (hasMark(part.html)) throw new Error(`A part stands in the part ${key}`)
    const isSame = holdsPart(this.#siteDir, part)
    if (!isSame) writePart(this.#siteDir, part)
    const print = (text: string) => hash('sha1', text, 'base64url')
    const wants = print(`${part.hasIslands}|${part.modules.join(' ')}`).slice(0, 10)
    const fingerprint = `${print(part.html)}.${wants}`
    const status = isSame ? 'unchanged' : 'written'
    this.rendered.push({ path: record, status, fingerprint, reads: readsText(reads) })
    const mark = newMark()
    const made = { mark, reads: [record, partWants(record, fingerprint)] }
    this.#made.set(key, made)
    this.#byMark.set(mark, part)
    this.#names.add(name)
    return made
  }

  readonly byMark = (mark: string): Part | undefined => this.#byMark.get(mark)

  /**
   * Writes those parts of a page that are named after their content (styles and scripts), each once.
   * @returns what a page reads by containing them
   */
  writeOthers(pieces: Piece[]): string[] {
    const names: string[] = []
    for (const piece of pieces) {
      // A part that `keep` has written is already among the reads of its page.
      if (!isShared(piece) || this.#names.has(piece.name)) continue
      names.push(partRecord(piece.name))
      if (this.#written.has(piece.name)) continue
      if (!holdsPart(this.#siteDir, piece)) writePart(this.#siteDir, piece)
      this.#written.add(piece.name)
    }
    return names
  }
}
